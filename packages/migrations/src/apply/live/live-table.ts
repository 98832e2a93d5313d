import type { TableDefinition } from "../../ddl/table-definition.js";
import type { ServerFacts } from "./server-facts.js";

/** A table as a server has it. */
export interface LiveTable {
  /** Phrased as `canonicalTable` phrases a definition of ours, so that the two can be compared as text. */
  readonly definition: TableDefinition;
  readonly kind: "table" | "view" | "system-versioned" | "sequence" | "other";
  /** `InnoDB`; `undefined` of a view. */
  readonly engine: string | undefined;
  /** Default character set and collation of new columns. */
  readonly charset: string | undefined;
  readonly collation: string | undefined;
  /** `Dynamic`, `Compressed`, ... */
  readonly rowFormat: string | undefined;
  /** The engine's estimate, 20 % off or more, 0 for a view. */
  readonly rows: number;
  readonly partitioned: boolean;
  /** What the definition does not say of its columns, by their names. */
  readonly columns: readonly LiveColumn[];
  /** Indexes that the definition cannot say: on prefixes, expressions, in descending order, FULLTEXT, SPATIAL, invisible. */
  readonly otherIndexes: readonly OtherIndex[];
  readonly triggers: readonly LiveTrigger[];
  /** From this table to others. */
  readonly foreignKeys: readonly LiveForeignKey[];
  /** From other tables to this one. */
  readonly referencedBy: readonly LiveForeignKey[];
  readonly server: ServerFacts;
}

export interface LiveColumn {
  readonly name: string;
  readonly generated: "stored" | "virtual" | undefined;
  /** Set to the time of each UPDATE that leaves it alone. */
  readonly onUpdate: boolean;
  readonly invisible: boolean;
  readonly autoIncrement: boolean;
}

export interface OtherIndex {
  readonly name: string;
  /** `FULLTEXT`, `SPATIAL`, `BTREE`, ... */
  readonly type: string;
  /** `name(10), (lower(x)), y DESC` */
  readonly parts: string;
  readonly unique: boolean;
}

export interface LiveTrigger {
  readonly name: string;
  readonly timing: "BEFORE" | "AFTER";
  readonly event: "INSERT" | "UPDATE" | "DELETE";
}

export interface LiveForeignKey {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly referenced: string;
  readonly referencedColumns: readonly string[];
  /** `CASCADE`, `SET NULL`, `RESTRICT`, `NO ACTION` */
  readonly onDelete: string;
}
