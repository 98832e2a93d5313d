import type { NotifyHandler } from "../generated/notify/consumer.js";

/** Called once for each job. Return = done; throw = failed attempt. It may run twice for one job: keep it idempotent. */
export const handleNotify: NotifyHandler = async (job, ctx) => {
  ctx.log.info(`notify ${job.id}: to user ${job.user_id} by ${job.channel}: ${job.payload.title}`);
};
