import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The least that a linter must do: walk the folder, read every file, look for its words. Prints how many have one. */
const WORDS =
  /notify_task|claim_token|claim_time|queuegen-disable|queuegen-enable|order\s+by\s+rand|for\s+update|skip\s+locked|create\s+table|alter\s+table|drop\s+table|create\s+index|drop\s+index|% /i;

let found = 0;
const open = [process.argv[2]!];
for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) open.push(file);
    else if (/\.(?:[cm]?[jt]sx?|sql)$/.test(entry.name) && WORDS.test(readFileSync(file, "latin1"))) found += 1;
  }
}
console.log(found);
