/** @type {import("./types.d.mts").Handle} */
export const handle = (_job, ctx) => ctx.transaction(async () => {});
