import { bigint, defineQueue, type QueueDeclaration, text, varchar } from "queuegen";

/** Puts every published article into the search index, once. */
export const reindex: QueueDeclaration = defineQueue("reindex", {
  mode: "cursor",
  table: "article",
  columns: {
    id: bigint({ unsigned: true }),
    title: varchar(200),
    body: text({ null: true }),
  },
  walk: { key: ["id"], where: "published = 1", batch: 200, batchTime: "1s", throttle: 2_000 },
  retry: { attempts: 5, backoff: { first: "10s", factor: 2, max: "1h" } },
  worker: { concurrency: 4 },
});
