import { handlerModule, runWorker } from "@queuegen/runtime";
import type { Handler, Registration, Registry } from "@queuegen/runtime/claim";
import { createPool } from "mysql2/promise";
import { type FaultJob, faultHandler } from "./fault-handler.js";
import { sessionNamer, settingsOf, tell } from "./link.js";
import type { FromWorker, WorkerSettings } from "./messages.js";
import { tellingLog } from "./telling-log.js";

type FaultRegistry = Registry<{
  fault: Registration<FaultJob>;
  brittle: Registration<FaultJob>;
  isolated: Registration<FaultJob>;
}>;

const settings = settingsOf<WorkerSettings>();
// The generated code stands beside this file in the scratch project, and nowhere in the repository.
const generated = new URL(`../${settings.release}/registry.js`, import.meta.url).href;
const { registry } = (await import(generated)) as { registry: FaultRegistry };

const pool = createPool({ uri: settings.url, connectionLimit: settings.connections, connectTimeout: 3_000 });
sessionNamer(pool, settings.name, () => tell<FromWorker>({ kind: "ready" }));

const handler: Handler<FaultJob> = faultHandler(pool, settings.name, settings.queue);
await runWorker(registry, {
  db: pool,
  log: tellingLog(),
  handlers: {
    fault: handler,
    brittle: handler,
    isolated: handlerModule(new URL("./isolated-handler.js", import.meta.url)),
  },
  argv: ["--queue", settings.queue, ...settings.argv],
});
