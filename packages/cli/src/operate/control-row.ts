import type { Operation } from "./operation.js";

/** What the operator has said of a queue; nothing said is a row of nulls. Times in epoch ms. */
export interface ControlRow {
  readonly paused: number;
  readonly concurrency: number | null;
  readonly global_concurrency: number | null;
  readonly restart_ms: number | null;
}

export async function controlRow({ database, control }: Operation, queue: string): Promise<ControlRow> {
  const [row] = await database.rows<ControlRow>(control.read, { queue });
  return row ?? { paused: 0, concurrency: null, global_concurrency: null, restart_ms: null };
}
