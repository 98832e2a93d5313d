import path from "node:path";
import { ROOT } from "./bootstrap/repository.mjs";
import { runScript } from "./bootstrap/step.mjs";
import { makeTarballs } from "./bootstrap/tarballs.mjs";
import { bootstrap } from "./bootstrap.mjs";

/** `npm run pack [-- FOLDER]`: the published packages as tarballs, for `npm install` in another project. */
await runScript(async () => {
  await bootstrap();
  const files = await makeTarballs(path.resolve(process.argv[2] ?? path.join(ROOT, "tarballs")));
  console.log(`\nnpm install ${files.join(" ")}`);
  return 0;
});
