import type { FormatName } from "@queuegen/migrations";
import type { FreshDatabase } from "../../services/database.js";

/** A migration tool, as a team runs it. */
export interface Tool {
  readonly format: FormatName;
  /** Makes the folder ready for the tool: what a team has besides the migrations. */
  readonly prepare: (root: string) => Promise<void>;
  /** Applies what is pending in `<root>/migrations`. */
  readonly up: (root: string, database: FreshDatabase) => Promise<void>;
  /** Reverts what is applied, all of it. */
  readonly down: (root: string, database: FreshDatabase) => Promise<void>;
}
