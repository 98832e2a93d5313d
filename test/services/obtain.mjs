import { unpackFromDebian } from "./debian.mjs";
import { findInstalled } from "./find.mjs";
import { PRODUCTS } from "./products.mjs";

/**
 * Finds the server on this machine, else unpacks it where this is Debian, else says what to do.
 * @param {import("./servers.d.mts").ProductName} product
 * @param {(line: string) => void} [log] default: a line on stderr
 * @returns {Promise<import("./servers.d.mts").Program>}
 */
export async function obtain(product, log = (line) => console.error(line)) {
  const installed = findInstalled(product);
  if (installed) return installed;
  let reason = "";
  try {
    const unpacked = await unpackFromDebian(product, log);
    if (unpacked) return unpacked;
  } catch (error) {
    reason = `\nUnpacking it from Debian's packages failed: ${error instanceof Error ? error.message : error}`;
  }
  const { title, minimum, variable, advice } = PRODUCTS[product];
  throw new Error(
    `no ${title} ${minimum.join(".")} or newer on this machine.${reason}\n` +
      `Install ${advice}; the server must be on PATH.` +
      (variable === undefined
        ? ""
        : `\nOr set ${variable} to the URL of one that runs, with a user that may create databases: mysql://root@127.0.0.1:3306`),
  );
}
