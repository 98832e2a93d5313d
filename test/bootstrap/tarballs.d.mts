/** Packs the published packages (or those named), as they are built, into an absolute folder; answers the paths of the tarballs. */
export function makeTarballs(destination: string, names?: readonly string[]): Promise<string[]>;

/** Throws where a manifest could not be installed from a registry. */
export function checkManifest(manifest: {
  readonly name: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}): void;
