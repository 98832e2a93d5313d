import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eachServer, freshDatabase, testServers } from "../../services/database.js";
import { page } from "../pages.js";
import { follow } from "../session.js";
import { expectOutputs } from "./expected.js";
import { pinned, Reader, userEnvironment } from "./reader.js";

const COUNTS = "SELECT status, COUNT(*) AS n FROM notify_task GROUP BY status ORDER BY status";
const TIMEOUT = 300_000;

const reader = new Reader();
beforeAll(() => reader.pack());
afterAll(() => reader.remove());

eachServer((server) => {
  const database = freshDatabase(server);

  test("the tutorial leads from an empty folder to a drained queue, and prints what it shows", {
    timeout: TIMEOUT,
  }, async () => {
    const { blocks } = page("docs/tutorial/first-queue.md");
    const steps = await follow(blocks, {
      cwd: reader.emptyFolder(),
      env: userEnvironment(),
      replace: {
        ...pinned(),
        "../queuegen/tarballs": reader.tarballs,
        "mysql://root@127.0.0.1:3306/app": database.url,
      },
    });
    expectOutputs(blocks, steps);
    expect(await database.query(COUNTS)).toEqual([{ status: 2, n: 1001 }]);
  });
});

// The commands are those of the tutorial: one server is enough.
describe("the README", () => {
  const database = freshDatabase(testServers()[0]!);

  test("leads from an empty folder to a drained queue", { timeout: TIMEOUT }, async () => {
    const { blocks } = page("README.md");
    const walk = blocks.filter(({ heading }) => heading === "A walk");
    const steps = await follow(walk, {
      cwd: reader.emptyFolder(),
      env: userEnvironment(),
      replace: {
        ...pinned(),
        "../queuegen/tarballs": reader.tarballs,
        "mysql://user:password@127.0.0.1:3306/app": database.url,
      },
    });
    expect(steps.at(-1)?.output).toContain("sent: Thanks");
    expect(await database.query(COUNTS)).toEqual([
      { status: 2, n: 1 },
      { status: 5, n: 1 },
    ]);
  });
});
