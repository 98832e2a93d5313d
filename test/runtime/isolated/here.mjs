/** Which jobs this copy of the module has handled, in this process. */
export const seen = [];

export const handle = (job) => {
  seen.push(job.payload.title);
};
