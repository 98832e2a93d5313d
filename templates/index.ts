import consumer from "./claim/consumer.ts.hbs";
import producer from "./claim/producer.ts.hbs";
import reclaimer from "./claim/reclaimer.ts.hbs";
import table from "./claim/table.ts.hbs";
import cursorConsumer from "./cursor/consumer.ts.hbs";
import cursorReclaimer from "./cursor/reclaimer.ts.hbs";
import cursorTable from "./cursor/table.ts.hbs";
import registry from "./registry.ts.hbs";
import adopted from "./scaffold/adopted.queue.ts.hbs";
import schema from "./scaffold/claim.queue.ts.hbs";
import cursorSchema from "./scaffold/cursor.queue.ts.hbs";
import cursorHandler from "./scaffold/cursor-handler.ts.hbs";
import handler from "./scaffold/handler.ts.hbs";
import worker from "./scaffold/worker.ts.hbs";

/** Handlebars text of every generated file and scaffold, by template name: the file name without `.hbs`. */
export const templates: Readonly<Record<string, string>> = {
  "claim/consumer.ts": consumer,
  "claim/producer.ts": producer,
  "claim/reclaimer.ts": reclaimer,
  "claim/table.ts": table,
  "cursor/consumer.ts": cursorConsumer,
  "cursor/reclaimer.ts": cursorReclaimer,
  "cursor/table.ts": cursorTable,
  "registry.ts": registry,
  "scaffold/adopted.queue.ts": adopted,
  "scaffold/claim.queue.ts": schema,
  "scaffold/cursor-handler.ts": cursorHandler,
  "scaffold/cursor.queue.ts": cursorSchema,
  "scaffold/handler.ts": handler,
  "scaffold/worker.ts": worker,
};
