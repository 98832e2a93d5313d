import type { QueueModel } from "@queuegen/model";
import type { FileSettings } from "@queuegen/modes";

/** What generation depends on beside the queues. All paths are relative to the project root, with forward slashes. */
export interface GenerateSettings extends FileSettings {
  readonly handlers: string;
  readonly worker: string;
  readonly tablePrefix: string;
  /** Handlebars text by template name, the user's in place of ours. */
  readonly templates: Readonly<Record<string, string>>;
  /** The whole CREATE TABLE of a queue: the same text that its create migration runs. */
  readonly createTableSql: (model: QueueModel) => string;
}
