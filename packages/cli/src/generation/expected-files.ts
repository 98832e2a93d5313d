import type { FileSet } from "@queuegen/generator";
import type { QueueModel } from "@queuegen/model";
import { LocalCache } from "../cache/local-cache.js";
import type { Config } from "../config.js";
import type { CacheOption } from "../models.js";
import type { Templates } from "./templates.js";

/** What should be there; as the last run printed it where nothing that it depends on has changed. */
export async function expectedFiles(
  models: readonly QueueModel[],
  config: Config,
  templates: Templates,
  option: CacheOption,
): Promise<FileSet> {
  const cache = option.cache ? LocalCache.of(config.root) : undefined;
  const { root: _, file: __, lint: ___, ...settings } = config;
  const key = [models, settings, templates.templates];
  const kept = cache?.get("files", key) as FileSet | undefined;
  if (kept !== undefined) return kept;
  // Loads Handlebars.
  const [{ planFiles }, { generateSettings }] = await Promise.all([
    import("@queuegen/generator"),
    import("./settings.js"),
  ]);
  const files = planFiles(models, generateSettings(config, templates));
  cache?.set("files", key, files);
  return files;
}
