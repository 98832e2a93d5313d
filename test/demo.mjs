import { runScript, StepError } from "./bootstrap/step.mjs";
import { bootstrap } from "./bootstrap.mjs";
import { runDemo } from "./demo/run-demo.mjs";

/** `npm run demo`: the main job on a real server, in a project like a user's. `-- --keep` keeps the project. */
await runScript(async () => {
  const unknown = process.argv.slice(2).filter((each) => each !== "--keep");
  if (unknown.length > 0) throw new StepError(`unknown: ${unknown.join(" ")}; npm run demo [-- --keep]`, 2);
  await bootstrap();
  await runDemo({ keep: process.argv.includes("--keep") });
  return 0;
});
