import type { QueueModel } from "@queuegen/model";
import { reclaimerView } from "../claim/view/reclaimer.js";
import type { Mode } from "../mode.js";
import type { FileSettings, PlannedFile } from "../planned-file.js";
import { cursorDeclaration } from "./declaration.js";
import { consumerView } from "./view/consumer.js";
import { tableView } from "./view/table.js";

/** Mode cursor: one walk over a table that is there, in ranges that workers claim as they claim jobs. */
export const cursor: Mode = { ...cursorDeclaration, files };

function files(model: QueueModel, settings: FileSettings): readonly PlannedFile[] {
  const folder = `${settings.generated}/${model.name}`;
  const plan = (file: string, view: object): PlannedFile => ({
    path: `${model.name}/${file}`,
    template: `cursor/${file}`,
    view: { ...view },
  });
  return [
    plan("table.ts", tableView(model, folder, settings)),
    plan("consumer.ts", consumerView(model, folder, settings)),
    plan("reclaimer.ts", reclaimerView(model)),
  ];
}
