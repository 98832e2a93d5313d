import type { QueueModel } from "@queuegen/model";
import { fit, generatedFormat, importSuffix, valueLiteral } from "@queuegen/modes";
import type { GenerateSettings } from "./settings.js";

/** What the template of `registry.ts` prints. */
export interface RegistryView {
  readonly format: number;
  /** Ends the specifiers of sibling files: ".js", ".ts" or "". */
  readonly suffix: string;
  readonly tablePrefix: string;
  readonly queues: readonly RegisteredQueue[];
}

interface RegisteredQueue {
  readonly name: string;
  readonly folder: string;
  readonly key: string;
  readonly pascal: string;
  /** The reclaimer, a whole line. */
  readonly reclaimer: string;
  readonly style: string;
  readonly runType: string;
  readonly maintenance: string;
  /** Source text: a number of ms, or null. */
  readonly frequency: string;
  readonly maxRunTime: string;
  readonly concurrency: string;
  readonly runLog: boolean;
  readonly maxConcurrency: string;
  readonly weight: string;
  readonly timeout: string;
  readonly isolation: string;
  readonly maxMemoryMb: string;
}

export function registryView(models: readonly QueueModel[], settings: GenerateSettings): RegistryView {
  return {
    format: generatedFormat,
    suffix: importSuffix(settings.importExtension),
    tablePrefix: settings.tablePrefix,
    queues: models.map(({ name, key, pascal, options: { worker } }) => ({
      name,
      folder: name,
      key,
      pascal,
      reclaimer: fit(
        `      reclaimer: new ${pascal}Reclaimer(),`,
        `      reclaimer:\n        new ${pascal}Reclaimer(),`,
      ),
      style: worker.style,
      runType: worker.runType,
      maintenance: worker.maintenance,
      frequency: valueLiteral(worker.frequency),
      maxRunTime: valueLiteral(worker.maxRunTime),
      concurrency: valueLiteral(worker.concurrency),
      runLog: worker.runLog,
      maxConcurrency: valueLiteral(worker.maxConcurrency),
      weight: valueLiteral(worker.weight),
      timeout: valueLiteral(worker.timeout),
      isolation: worker.isolation,
      maxMemoryMb: valueLiteral(worker.maxMemoryMb),
    })),
  };
}
