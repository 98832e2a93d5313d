import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NOTIFY } from "../fixtures.js";
import { migrationFiles } from "../format/migration-files.js";
import { planCreateMigrations } from "../plan/plan-create.js";
import { checksum } from "./migration-folder.js";
import { readMigrations } from "./read-migrations.js";

const planned = planCreateMigrations([NOTIFY], [], new Date(0), { tablePrefix: "queuegen_" });
const files = migrationFiles(planned, "folder", []);

describe("readMigrations", () => {
  let dir = "";
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "queuegen-migrations-"));
  });
  afterEach(() => rm(dir, { recursive: true }));

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }

  it("reads back what was planned, in order", async () => {
    for (const file of files) await write(file.path, file.text);
    expect(await readMigrations(dir)).toEqual(planned);
  });

  it("sees no difference in a checkout with CRLF and byte order marks", async () => {
    for (const file of files) await write(file.path, `\ufeff${file.text.replaceAll("\n", "\r\n")}`);
    expect(await readMigrations(dir)).toEqual(planned);
    expect(checksum("\ufeffa\r\nb")).toBe(checksum("a\nb"));
  });

  it("leaves alone what is not a migration", async () => {
    await write("README.md", "notes");
    await write("drafts/up.sql", "DROP TABLE x;");
    expect(await readMigrations(dir)).toEqual([]);
    expect(await readMigrations(join(dir, "nowhere"))).toEqual([]);
  });

  it("names the file that is missing", async () => {
    await write("20260101000000_create_x/up.sql", "SELECT 1;");
    await expect(readMigrations(dir)).rejects.toThrow(/20260101000000_create_x.*is missing/);
  });

  it("names the snapshot that holds a merge conflict", async () => {
    for (const file of files) await write(file.path, file.text);
    await write("19700101000000_create_notify/snapshot.json", "<<<<<<< ours\n{}\n");
    await expect(readMigrations(dir)).rejects.toThrow(
      "migration-unreadable: 19700101000000_create_notify/snapshot.json is not JSON",
    );
  });

  it("refuses a snapshot of another format", async () => {
    for (const file of files) await write(file.path, file.text);
    await write("19700101000000_create_notify/snapshot.json", '{"format":2}');
    await expect(readMigrations(dir)).rejects.toThrow("is not a snapshot of this version");
  });
});
