import { QueuegenError, suggest } from "@queuegen/model";
import { templates as ours } from "@queuegen/templates";
import type { Config } from "../config.js";
import { filesBelow, readText } from "../files/read-files.js";

export interface Templates {
  /** Handlebars text by template name. */
  readonly templates: Readonly<Record<string, string>>;
  /** Names of those that the user's folder replaced. */
  readonly replaced: readonly string[];
}

/** Our templates, and those of the folder that the key `templates` names in place of ours. */
export function loadTemplates(config: Config): Templates {
  const folder = config.templates;
  if (folder === undefined) return { templates: ours, replaced: [] };
  const files = filesBelow(config.root, folder).filter((path) => path.endsWith(".hbs"));
  const names = files.map((path) => path.slice(folder.length + 1, -".hbs".length)).sort();
  const unknown = names.filter((name) => !Object.hasOwn(ours, name));
  if (unknown.length > 0 || names.length === 0) throw uselessFolder(folder, unknown);
  const own = names.map((name) => [name, readText(config.root, `${folder}/${name}.hbs`) ?? ""]);
  return { templates: { ...ours, ...Object.fromEntries(own) }, replaced: names };
}

/** A misspelt template would be ignored in silence. */
function uselessFolder(folder: string, unknown: readonly string[]): QueuegenError {
  const all = Object.keys(ours).sort();
  if (unknown.length === 0) {
    const hint = `Put a template there, for instance ${folder}/${all[0]}.hbs, or remove the key "templates".`;
    return new QueuegenError([
      { code: "no-template", severity: "error", message: `${folder} holds no template (*.hbs).`, hint },
    ]);
  }
  return new QueuegenError(
    unknown.map((name) => ({
      code: "no-template",
      severity: "error",
      message: `${folder}/${name}.hbs replaces no template of queuegen.`,
      hint: suggest(name, all),
    })),
  );
}
