import type { QueueModel } from "@queuegen/model";
import { folderOf, modes, type PlannedFile, relativePath } from "@queuegen/modes";
import { type FileSet, fileSet } from "./file-set.js";
import { withHeader } from "./header.js";
import { registryView } from "./registry-view.js";
import { type Render, renderer } from "./render.js";
import type { GenerateSettings } from "./settings.js";

/** Every generated file of all queues, the registry included. Pure, and the same for the same input on every machine. */
export function planFiles(models: readonly QueueModel[], settings: GenerateSettings): FileSet {
  const render = renderer(settings.templates);
  const sorted = [...models].sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = sorted.flatMap((model) => queueFiles(model, settings, render));
  return fileSet(models.length === 0 ? [] : [...files, registryFile(sorted, settings, render)]);
}

type File = readonly [path: string, text: string];

function queueFiles(model: QueueModel, settings: GenerateSettings, render: Render): readonly File[] {
  const mode = modes.find(({ name }) => name === model.mode);
  if (mode === undefined) throw new Error(`no mode "${model.mode}"`);
  const folder = `${settings.generated}/${model.name}`;
  const origin = `${relativePath(folder, model.file)}. Do not edit: change that file`;
  const print = ({ path, template, view }: PlannedFile): File => [
    `${settings.generated}/${path}`,
    withHeader(origin, render(template, view, `queue "${model.name}"`), "//"),
  ];
  return [
    [`${folder}/schema.sql`, withHeader(origin, settings.createTableSql(model), "--")],
    ...mode.files(model, settings).map(print),
  ];
}

function registryFile(models: readonly QueueModel[], settings: GenerateSettings, render: Render): File {
  const folders = [...new Set(models.map((model) => relativePath(settings.generated, folderOf(model.file))))].sort();
  const origin = `${folders.join(", ")}. Do not edit: change a schema`;
  const body = render("registry.ts", registryView(models, settings), "the registry");
  return [`${settings.generated}/registry.ts`, withHeader(origin, body, "//")];
}
