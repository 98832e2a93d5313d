import { readFileSync } from "node:fs";
import path from "node:path";

const EXAMPLE = path.resolve(import.meta.dirname, "../../../generated-example/src/queues/generated");

export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const queues = [
    {
      name: "fault",
      pascal: "Fault",
      attempts: 5,
      backoff: '{ kind: "exponential", first: 200, factor: 2, max: 2_000, jitter: 0.1 }',
      batch: 20,
    },
    {
      name: "brittle",
      pascal: "Brittle",
      attempts: 2,
      backoff: '{ kind: "fixed", delay: 100, jitter: 0.1 }',
      batch: 10,
    },
  ];
  for (const queue of queues) {
    for (const file of ["schema.sql", "table.ts", "producer.ts", "consumer.ts", "reclaimer.ts"]) {
      const text = readFileSync(path.join(EXAMPLE, "notify", file), "utf8")
        .replaceAll("notify_task", `${queue.name}_task`)
        .replaceAll("Notify", queue.pascal)
        .replaceAll("notify", queue.name)
        .replace(/.*`(user_id|channel)`.*\n/g, "")
        .replace(", CAST(user_id AS CHAR) AS user_id, channel", "")
        .replace(/user_id: \{[^}]*\},?\s*/, "")
        .replace(/channel: \{[^}]*\},?\s*/, "")
        .replace("user_id, channel, ", "")
        .replace(":user_id, :channel, ", "")
        .replaceAll("UNIX_TIMESTAMP() - 30", "UNIX_TIMESTAMP() - 5")
        .replaceAll("UNIX_TIMESTAMP() + 30", "UNIX_TIMESTAMP() + 5")
        .replaceAll("attempts >= 5", `attempts >= ${queue.attempts}`)
        .replace("attempts: 5", `attempts: ${queue.attempts}`)
        .replace(/backoff: \{[^}]*\}/, `backoff: ${queue.backoff}`)
        .replace('batch: "adaptive"', `batch: ${queue.batch}`)
        .replaceAll("lease: 30_000", "lease: 5_000")
        .replaceAll("heartbeat: 10_000", "heartbeat: 1_666");
      files.set(`generated/${queue.name}/${file}`, text);
    }
  }
  files.set(
    "generated/registry.ts",
    `import { FaultConsumer } from "./fault/consumer.js";
import { FaultReclaimer } from "./fault/reclaimer.js";
import { BrittleConsumer } from "./brittle/consumer.js";
import { BrittleReclaimer } from "./brittle/reclaimer.js";
export const registry = { format: 1, tablePrefix: "queuegen_", queues: {
  fault: { name: "fault", consumer: new FaultConsumer(), reclaimer: new FaultReclaimer(), style: "loop", frequency: null, concurrency: 10, maxRunTime: null, runType: "all" },
  brittle: { name: "brittle", consumer: new BrittleConsumer(), reclaimer: new BrittleReclaimer(), style: "loop", frequency: null, concurrency: 1, maxRunTime: null, runType: "all" },
} };
`,
  );
  files.set(
    "schema/1.sql",
    "CREATE TABLE queuegen_control (queue varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY, paused tinyint unsigned NOT NULL DEFAULT 0, concurrency int unsigned NULL, restart_at bigint unsigned NULL)",
  );
  files.set(
    "schema/2.sql",
    "CREATE TABLE queuegen_lease (name varchar(100) NOT NULL PRIMARY KEY, holder varchar(100) NOT NULL, until_ms bigint unsigned NOT NULL)",
  );
  files.set("schema/3.sql", files.get("generated/fault/schema.sql") ?? "");
  files.set("schema/4.sql", files.get("generated/brittle/schema.sql") ?? "");
  return files;
}
