import type { QueueModel } from "@queuegen/model";
import type { Mode } from "../mode.js";
import type { FileSettings, PlannedFile } from "../planned-file.js";
import { claimDeclaration } from "./declaration.js";
import { consumerView } from "./view/consumer.js";
import { producerView } from "./view/producer.js";
import { reclaimerView } from "./view/reclaimer.js";
import { tableView } from "./view/table.js";

/** Mode claim: workers claim rows of a table by a guarded UPDATE. */
export const claim: Mode = { ...claimDeclaration, files };

function files(model: QueueModel, settings: FileSettings): readonly PlannedFile[] {
  const folder = `${settings.generated}/${model.name}`;
  const plan = (file: string, view: object): PlannedFile => ({
    path: `${model.name}/${file}`,
    template: `claim/${file}`,
    view: { ...view },
  });
  // Where the application chooses the keys of its table, its own INSERT is the only way in.
  const numbered = model.columns.some(({ field, autoIncrement }) => field === "id" && autoIncrement);
  return [
    plan("table.ts", tableView(model, folder, settings)),
    ...(numbered ? [plan("producer.ts", producerView(model, settings))] : []),
    plan("consumer.ts", consumerView(model, folder, settings)),
    plan("reclaimer.ts", reclaimerView(model)),
  ];
}
