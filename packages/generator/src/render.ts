import { QueuegenError } from "@queuegen/model";
import Handlebars from "handlebars";

/** Prints a template from a view; a failure names the template, the queue or scaffold it was for, and what was missing. */
export type Render = (template: string, view: object, subject: string) => string;

/** `templates` by name; those of the user have already replaced ours. */
export function renderer(templates: Readonly<Record<string, string>>): Render {
  const handlebars = Handlebars.create();
  handlebars.registerHelper("id", (name: unknown) => propertyName(given("id", name)));
  handlebars.registerHelper("str", (text: unknown) => JSON.stringify(given("str", text)));
  const compiled = new Map<string, Handlebars.TemplateDelegate>();

  return (template, view, subject) => {
    try {
      let run = compiled.get(template);
      if (run === undefined) {
        const text = Object.hasOwn(templates, template) ? templates[template] : undefined;
        if (text === undefined) throw new Error("there is no template of this name");
        run = handlebars.compile(text, options);
        compiled.set(template, run);
      }
      return run(view);
    } catch (error) {
      throw templateError(template, subject, error);
    }
  };
}

/** Output is source text, not HTML; a field that the view does not have is an error, not an empty string. */
const options = { noEscape: true, strict: true, knownHelpersOnly: true, knownHelpers: { id: true, str: true } };

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function given(helper: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new TypeError(
    `helper "${helper}" got ${value === undefined ? "nothing" : `a ${typeof value}`} instead of text`,
  );
}

function templateError(template: string, subject: string, cause: unknown): QueuegenError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new QueuegenError(
    [
      {
        code: "template-failed",
        severity: "error",
        message: `Template "${template}" failed for ${subject}: ${reason}`,
        hint: 'If the template is your own, compare it with the one in the package; remove it from the folder of the key "templates" to use ours.',
      },
    ],
    { cause },
  );
}
