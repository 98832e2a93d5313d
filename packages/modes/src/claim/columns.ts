import type { ClaimOptions, ColumnType, StandardColumn, StandardField, StandardIndex } from "@queuegen/model";

const epochMs: ColumnType = { kind: "bigint", unsigned: true, mode: "number" };

/** Standard columns of a claim queue in the order of the protocol. */
export function claimColumns(options: ClaimOptions): readonly StandardColumn[] {
  return [
    ...declaredColumns,
    added(
      "worker_id",
      { kind: "varchar", length: 64 },
      { accepts: { kinds: ["varchar"], minLength: 64, why: "it holds a host name" } },
    ),
    added(
      "attempts",
      { kind: "smallint", unsigned: true },
      {
        nullable: false,
        default: 0,
        comment: "counted at claim",
        accepts: { kinds: ["smallint", "mediumint", "int"], unsigned: true, why: "the count saturates at 65535" },
      },
    ),
    added("create_time", epochMs, { nullable: false, comment: "epoch ms" }),
    added("start_time", epochMs, { comment: "epoch ms" }),
    added("finish_time", epochMs, { comment: "epoch ms" }),
    added("run_at", epochMs, { comment: "epoch ms; set only in status 5" }),
    added(
      "error_message",
      { kind: "varchar", length: 500 },
      {
        comment: "of the last failed attempt",
        accepts: { kinds: ["varchar"], minLength: 500, why: "messages are cut at 500 characters" },
      },
    ),
    ...(options.dedupe ? [dedupeKey] : []),
    ...(options.once ? [uid] : []),
  ];
}

/** `(status, id)` serves every look for work; `(run_at)` finds what is due. Any other index is rewritten with each change of state. */
export function claimIndexes(options: ClaimOptions): readonly StandardIndex[] {
  return [
    {
      name: "idx_status_id",
      fields: ["status", "id"],
      unique: false,
      declared: true,
      code: "require-status-id-index",
      why: "every look for work reads the head of this index; without it each one scans the table",
    },
    {
      name: "idx_run_at",
      fields: ["run_at"],
      unique: false,
      declared: false,
      code: "reserved-index",
      why: "delayed jobs are found through it",
    },
    ...(options.dedupe ? [dedupeIndex] : []),
  ];
}

/** The four that stand in every schema, so that it shows what is in the table. */
const declaredColumns: readonly StandardColumn[] = [
  {
    field: "id",
    type: { kind: "bigint", unsigned: true, mode: "string" },
    nullable: false,
    default: undefined,
    autoIncrement: true,
    comment: undefined,
    declared: true,
    accepts: { kinds: ["bigint", "int"], why: "jobs are claimed in the order of an integer key" },
    code: "require-claim-columns",
  },
  {
    field: "status",
    type: { kind: "tinyint", unsigned: true },
    nullable: false,
    default: 0,
    autoIncrement: false,
    comment: "0 pending, 1 processing, 2 done, 3 dead, 5 waiting",
    declared: true,
    accepts: { kinds: ["tinyint", "smallint", "int"], why: "the states are the numbers 0 to 5" },
    code: "require-claim-columns",
  },
  {
    field: "claim_token",
    type: { kind: "varchar", length: 32, charset: "ascii", collate: "ascii_bin" },
    nullable: true,
    default: undefined,
    autoIncrement: false,
    comment: "fence: who may write this row",
    declared: true,
    accepts: { kinds: ["varchar", "char"], minLength: 32, why: "a claim token has 32 characters" },
    code: "require-claim-columns",
  },
  {
    field: "claim_time",
    type: { kind: "int", unsigned: true },
    nullable: true,
    default: undefined,
    autoIncrement: false,
    comment: "epoch seconds of the claim or of its last heartbeat",
    declared: true,
    accepts: {
      kinds: ["int", "bigint"],
      unsigned: true,
      why: "it holds epoch seconds, beyond 2038 only when unsigned",
    },
    code: "require-claim-columns",
  },
];

const dedupeKey: StandardColumn = added(
  "dedupe_key",
  { kind: "varchar", length: 191, charset: "utf8mb4", collate: "utf8mb4_bin" },
  {
    comment: "unique among unfinished jobs; cleared on success",
    accepts: { kinds: ["varchar", "char"], minLength: 1, why: "it holds a key made by the producer" },
  },
);

/** Not the id: after a failover the server may give an id to another job. '' is what a job has that was there before the column. */
const uid: StandardColumn = added(
  "uid",
  { kind: "char", length: 32, charset: "ascii", collate: "ascii_bin" },
  {
    nullable: false,
    default: "",
    comment: "random name of the job, given at enqueue",
    accepts: { kinds: ["char", "varchar"], minLength: 32, why: "it holds 32 hexadecimal digits" },
  },
);

const dedupeIndex: StandardIndex = {
  name: "uniq_dedupe_key",
  fields: ["dedupe_key"],
  unique: true,
  declared: false,
  code: "reserved-index",
  why: "duplicates are refused by it",
};

function added(field: StandardField, type: ColumnType, rest: Partial<StandardColumn>): StandardColumn {
  return {
    field,
    type,
    nullable: true,
    default: undefined,
    autoIncrement: false,
    comment: undefined,
    declared: false,
    accepts: { kinds: [type.kind], unsigned: true, why: "it holds epoch milliseconds" },
    code: "standard-column-type",
    ...rest,
  };
}
