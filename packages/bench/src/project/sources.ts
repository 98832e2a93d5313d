import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const FILES_A_FOLDER = 50;

/** Writes TypeScript files of about 3 kB in which there is nothing for a queue linter; every `queryEvery`-th runs SQL on the queue. */
export function writeSources(folder: string, files: number, queryEvery: number | null): void {
  for (let number = 0; number < files; number += 1) {
    const directory = path.join(folder, `part${Math.floor(number / FILES_A_FOLDER)}`);
    if (number % FILES_A_FOLDER === 0) mkdirSync(directory, { recursive: true });
    const query = queryEvery !== null && number % queryEvery === 0 ? queryText(number) : "";
    writeFileSync(path.join(directory, `module${number}.ts`), moduleText(number) + query);
  }
}

/** Writes SQL files of 100 statements each, most of them about the queue. */
export function writeStatements(folder: string, statements: number): void {
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < statements; number += 100) {
    const lines = Array.from({ length: 100 }, (_, index) => statementText(number + index));
    writeFileSync(path.join(folder, `script${number / 100}.sql`), lines.join("\n"));
  }
}

function moduleText(number: number): string {
  const parts = Array.from(
    { length: 12 },
    (_, part) => `
/** Part ${part} of the price list: what a customer of group ${part} pays. */
export function price${number}_${part}(items: readonly Item${number}[], discount: number): number {
  const sum = items.reduce((total, item) => total + item.amount * item.price, 0);
  return Math.round(sum * (1 - Math.min(discount, 0.${part + 1})) * 100) / 100;
}
`,
  );
  return `export interface Item${number} {\n  readonly amount: number;\n  readonly price: number;\n}\n${parts.join("")}`;
}

function queryText(number: number): string {
  return `
export async function pending${number}(db: { query(sql: string): Promise<unknown> }): Promise<unknown> {
  return db.query("SELECT id, channel FROM notify_task WHERE status = 0 ORDER BY id LIMIT 20");
}
`;
}

function statementText(number: number): string {
  return number % 2 === 0
    ? `SELECT id, channel FROM notify_task FORCE INDEX (idx_status_id) WHERE status = 0 AND id > ${number} ORDER BY id LIMIT 20;`
    : `UPDATE notify_task SET status = 2 WHERE id = ${number} AND status = 1 AND claim_token = 'abc';`;
}
