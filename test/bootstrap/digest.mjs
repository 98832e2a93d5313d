import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const SKIPPED = new Set(["node_modules", "dist"]);

/**
 * One digest of the names and contents of files and of all files in folders, but for tests and for what was installed
 * or built. What does not exist is left out.
 * @param {string} root
 * @param {readonly string[]} names relative to the root
 */
export function digest(root, names) {
  const hash = createHash("sha256");
  for (const name of names.flatMap((each) => filesIn(root, each)).sort()) {
    hash
      .update(`${name}\0`)
      .update(readFileSync(path.join(root, name)))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * @param {string} root
 * @param {string} name
 * @returns {string[]}
 */
function filesIn(root, name) {
  const full = path.join(root, name);
  if (SKIPPED.has(path.basename(name)) || name.endsWith(".test.ts") || !existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [name];
  return readdirSync(full).flatMap((each) => filesIn(root, `${name}/${each}`));
}
