/**
 * Common to all rivals: fill, warm up, drain, print one line of JSON. The arguments are the server's URL and the number of jobs.
 * @param {{ fill(n: number): Promise<void>, drain(n: number, done: () => void): Promise<() => Promise<void>>, close(): Promise<void> }} peer
 */
export async function measure({ fill, drain, close }) {
  const jobs = Number(process.argv[3]);
  const warmUp = Math.ceil(jobs / 8);
  await fill(jobs + warmUp);
  let seen = 0;
  let began = { at: 0, cpu: process.cpuUsage() };
  const last = Promise.withResolvers();
  const stop = await drain(jobs + warmUp, () => {
    seen += 1;
    if (seen === warmUp) began = { at: performance.now(), cpu: process.cpuUsage() };
    if (seen === jobs + warmUp) last.resolve(undefined);
  });
  await last.promise;
  const seconds = (performance.now() - began.at) / 1000;
  const { user, system } = process.cpuUsage(began.cpu);
  await stop();
  await close();
  console.log(JSON.stringify({ jobs, seconds, cpuSeconds: (user + system) / 1e6 }));
  process.exit(0);
}

/** The payload that our own queue gets in the same run. */
export const payloadOf = (/** @type {number} */ n) => ({
  title: `Order ${n} shipped`,
  body: `Dear user ${n}, ${"x".repeat(50)}`,
});
