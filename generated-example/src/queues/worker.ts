import { runWorker } from "@queuegen/runtime";
import { createPool } from "mysql2/promise";
import { registry } from "./generated/registry.js";
import { handleNotify } from "./handlers/notify.js";
import { handleReindex } from "./handlers/reindex.js";

const { QUEUEGEN_DATABASE_URL, DATABASE_URL } = process.env;
const url = QUEUEGEN_DATABASE_URL ?? DATABASE_URL;
if (!url || !URL.canParse(url)) {
  console.error("Set DATABASE_URL, for example mysql://user:password@127.0.0.1:3306/app");
  process.exit(2);
}

// Two connections are held by the worker for good, one more is taken for maintenance; the rest is for the handlers.
const pool = createPool({ uri: url, connectionLimit: 10 });

void runWorker(registry, { db: pool, handlers: { notify: handleNotify, reindex: handleReindex } });
