import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FormatName } from "@queuegen/migrations";
import { createConnection } from "mysql2/promise";
import type { Tool } from "./tool.js";

/** What a tool's documentation says of its files. */
interface Book {
  readonly format: FormatName;
  /** Folder of each direction, and which names there it takes; the first group is the version, a number. */
  readonly up: readonly [folder: string, name: RegExp];
  readonly down: readonly [folder: string, name: RegExp];
  /** What it does to a text before it sends it; `file` is its path. */
  readonly read?: (text: string, file: string) => string;
}

interface File {
  readonly version: bigint;
  readonly text: string;
}

/** A tool that cannot be had as a package: its files are taken by the letter of its documentation and sent whole, as it sends them. */
function byTheBook({ format, up, down, read = (text) => text }: Book): Tool {
  const filesOf = (root: string, [folder, name]: Book["up"]): readonly File[] => {
    const dir = join(root, "migrations", folder);
    const files = readdirSync(dir).flatMap((file) => {
      const version = name.exec(file)?.[1];
      const path = join(dir, file);
      return version === undefined ? [] : [{ version: BigInt(version), text: read(readFileSync(path, "utf8"), path) }];
    });
    files.sort((a, b) => (a.version < b.version ? -1 : 1));
    const twice = files.find(({ version }, index) => files[index + 1]?.version === version);
    if (twice !== undefined) throw new Error(`${format} takes no two migrations of version ${twice.version}`);
    return files;
  };
  const send = async (url: string, files: readonly File[]): Promise<void> => {
    const connection = await createConnection({ uri: url, multipleStatements: true });
    try {
      for (const { text } of files) await connection.query(text);
    } finally {
      await connection.end();
    }
  };
  return {
    format,
    prepare: async (root) => {
      const ups = filesOf(root, up).map(({ version }) => version);
      const downs = filesOf(root, down).map(({ version }) => version);
      if (ups.length === 0 || ups.join() !== downs.join())
        throw new Error(`${format}: ${ups.join()} and ${downs.join()}`);
    },
    up: (root, { url }) => send(url, filesOf(root, up)),
    down: (root, { url }) => send(url, [...filesOf(root, down)].reverse()),
  };
}

/** github.com/golang-migrate/migrate: MIGRATIONS.md; a file is one Exec, with `multiStatements=true` in the URL. */
export const golangMigrateTool: Tool = byTheBook({
  format: "golang-migrate",
  up: [".", /^([0-9]+)_(.*)\.up\.(.*)$/],
  down: [".", /^([0-9]+)_(.*)\.down\.(.*)$/],
});

/** Flyway: versioned and undo migrations by its default prefixes, separator and suffix; placeholders `${name}`. */
export const flywayTool: Tool = byTheBook({
  format: "flyway",
  up: [".", /^V([0-9]+(?:[._][0-9]+)*)__[^.]+\.sql$/],
  down: [".", /^U([0-9]+(?:[._][0-9]+)*)__[^.]+\.sql$/],
  read: (text, file) => {
    const off = existsConfig(`${file}.conf`).includes("placeholderReplacement=false");
    const placeholder = off ? null : /\$\{([^}]+)\}/.exec(text);
    if (placeholder !== null) throw new Error(`flyway: no value provided for placeholder ${placeholder[0]}`);
    return text;
  },
});

/** `for f in migrations/*.sql; do mysql < $f; done` */
export const plainTool: Tool = byTheBook({
  format: "plain",
  up: [".", /^([0-9]+)_.*\.sql$/],
  down: ["down", /^([0-9]+)_.*\.sql$/],
});

function existsConfig(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
