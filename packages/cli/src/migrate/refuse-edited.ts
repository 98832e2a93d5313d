import { type EditedMigration, fileOf } from "@queuegen/migrations";
import { QueuegenError } from "@queuegen/model";

/** Refuses to write anew what a person wrote, and shows what would be lost: `-` is what stands there. */
export async function refuseEdited(edited: readonly EditedMigration[]): Promise<void> {
  if (edited.length === 0) return;
  const { unifiedDiff } = await import("@queuegen/generator/unified-diff");
  throw new QueuegenError(
    edited.map(({ migration, generated }) => ({
      code: "migration-edited",
      severity: "error",
      message: `${fileOf(migration, "up")} is not what queuegen wrote, and writing it anew would lose that; nothing was changed`,
      hint: [
        ...(migration.foreign === undefined
          ? unifiedDiff(migration.up, generated)
              .split("\n")
              .map((line) => `  ${line}`.trimEnd())
          : [`  ${migration.foreign}`]),
        "`queuegen migrate rebase --force` writes it anew all the same: put the statements of your own into the new one, or into a migration of its own, before it is applied.",
      ].join("\n"),
    })),
  );
}
