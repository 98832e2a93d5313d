import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeTarballs } from "../../bootstrap/tarballs.mjs";
import { ROOT } from "../pages.js";

/** What somebody who reads the documentation has: an empty folder beside a clone with packed tarballs. */
export class Reader {
  readonly #folder: string = mkdtempSync(path.join(tmpdir(), "queuegen-docs-"));

  /** Packs what is built. */
  async pack(): Promise<void> {
    await makeTarballs(this.tarballs);
  }

  get tarballs(): string {
    return path.join(this.#folder, "tarballs");
  }

  emptyFolder(): string {
    return mkdtempSync(path.join(this.#folder, "project-"));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The environment of a user's shell: nothing of ours, nothing of vitest or npm. */
export function userEnvironment(): NodeJS.ProcessEnv {
  const ours =
    /^(QUEUEGEN_|DATABASE_URL$|VITEST|NODE_|TEST$|DEV$|PROD$|MODE$|SSR$|BASE_URL$|INIT_CWD$|GITHUB_ACTIONS$)/;
  const npm = /^npm_(?:package|lifecycle|command|execpath|config_local_prefix|node)/;
  const kept = Object.entries(process.env).filter(([name]) => !ours.test(name) && !npm.test(name));
  return {
    ...Object.fromEntries(kept),
    CI: "",
    NO_COLOR: "1",
    SOURCE_DATE_EPOCH: "1772366400",
    npm_config_prefer_offline: "true",
  };
}

/** What the pages install without a version, at the versions that this repository tests with. */
export function pinned(): Readonly<Record<string, string>> {
  const read = (file: string): Readonly<Record<string, Readonly<Record<string, string>>>> =>
    JSON.parse(readFileSync(ROOT + file, "utf8"));
  const { devDependencies } = read("package.json");
  const { dependencies } = read("test/package.json");
  return {
    "install mysql2 ": `install mysql2@${dependencies?.mysql2} `,
    "typescript @types/node ": `typescript@${devDependencies?.typescript} @types/node@${devDependencies?.["@types/node"]} `,
  };
}
