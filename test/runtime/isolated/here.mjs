/**
 * Which jobs this copy of the module has handled, in this process.
 * @type {string[]}
 */
export const seen = [];

/** @type {import("./types.d.mts").Handle} */
export const handle = (job) => {
  seen.push(job.payload.title);
};
