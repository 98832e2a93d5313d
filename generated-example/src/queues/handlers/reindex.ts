import type { ReindexHandler } from "../generated/reindex/consumer.js";

/** Called for each batch of rows. Return = done; throw = tried again. A batch may come twice: keep it idempotent, or use ctx.transaction. */
export const handleReindex: ReindexHandler = async (rows, ctx) => {
  for (const { id, title } of rows) ctx.log.info(`reindex ${id}: ${title}`);
};
