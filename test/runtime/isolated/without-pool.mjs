export const handle = (_job, ctx) => ctx.transaction(async () => {});
