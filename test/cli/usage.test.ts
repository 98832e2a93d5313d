import { describe, expect, it } from "vitest";
import { definedCommands } from "../docs/command-line.js";
import { scratchProject } from "./project.js";

/** The words of a command, and something for each argument that it needs. */
function called(command: string): readonly string[] {
  const usage = definedCommands.find(({ name }) => name === command)?.usage ?? "";
  return [...command.split(" "), ...(usage.match(/<[^>]+>/g) ?? []).map(() => "notify")];
}

/** Options whose value may be left out. */
const MAY_STAND_ALONE = ["doc", "write-baseline"];

const valued = definedCommands.flatMap(({ name, options }) =>
  options
    .filter(([option, { type }]) => type !== "boolean" && !MAY_STAND_ALONE.includes(option))
    .map(([option, argument]) => ({ command: name, option, numeric: typeof argument.coerce === "function" })),
);

describe("values of options", () => {
  it.each(valued)("queuegen $command --$option without its value", async ({ command, option }) => {
    const { code, out, err } = await scratchProject().run(...called(command), `--${option}`);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toBe(
      `error  usage  --${option} needs a value\n       \`queuegen ${command} --help\` lists what it takes.\n`,
    );
  });

  it.each(
    valued
      .filter(({ numeric }) => numeric)
      .flatMap((each) => ["abc", "-5", "1.5", "1e999"].map((value) => ({ ...each, value }))),
  )("queuegen $command --$option $value", async ({ command, option, value }) => {
    const { code, out, err } = await scratchProject().run(...called(command), `--${option}`, value);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(
      new RegExp(`^error {2}usage {2}--${option} takes a whole number from \\d+ to \\d+, not "${value}"\n`),
    );
  });

  it("the numeric options are known", () => {
    const numeric = valued.filter((each) => each.numeric).map(({ command, option }) => `${command} ${option}`);
    expect(numeric).toEqual(expect.arrayContaining(["lint max-warnings", "migrate up wait", "migrate down wait"]));
  });

  it("a word that is no choice is told with the nearest one", async () => {
    const { code, err } = await scratchProject().run("lint", "--format", "jsno");
    expect(code).toBe(2);
    expect(err).toBe(
      'error  usage  --format takes one of stylish, compact, json, sarif, github, gitlab, checkstyle, junit, not "jsno"\n       Did you mean "json"?\n',
    );
  });

  it("of an option given twice the last one counts", async () => {
    const { code, err } = await scratchProject().run("migrate", "status", "--url", "a://b/c", "--url", "mysql://h");
    expect(code).toBe(2);
    expect(err).toContain("database-url-invalid  --url names no database: mysql://h");
  });
});

describe("help", () => {
  it.each(definedCommands.map(({ name }) => name))("queuegen %s --help sets words and types apart", async (name) => {
    const { code, out } = await scratchProject().run(...name.split(" "), "--help");
    expect(code).toBe(0);
    expect(out).toMatch(/ \[boolean\]$/m);
    expect(out).not.toMatch(/\S\[(?:string|boolean|array|number|choices)/);
  });
});

describe("words that are not known", () => {
  it.each([
    [["generate", "--dryrun"], 'unknown argument "--dryrun"\n       Did you mean --dry-run? '],
    [["check", "--nocache"], 'unknown argument "--nocache"\n       Did you mean --no-cache? '],
    [["check", "--no-cach"], 'unknown argument "--no-cach"\n       Did you mean --no-cache? '],
    [["lint", "--max-warning=3"], 'unknown argument "--max-warning"\n       Did you mean --max-warnings? '],
    [["check", "--quite-another"], 'unknown argument "--quite-another"\n       `queuegen check --help`'],
    [["check", "extra"], 'unknown argument "extra"\n'],
    [["ad", "notify"], 'unknown command "ad"\n       Did you mean `queuegen add`?'],
    [["add"], 'something is missing after "add"\n       It is `queuegen add <name>`.'],
    [
      ["migrate"],
      'something is missing after "migrate"\n       It is `queuegen migrate <action>`, and <action> is one of new, up, down, ',
    ],
    [
      ["migrate", "upp"],
      '<action> takes one of new, up, down, status, rebase, drift, resolve, not "upp"\n       Did you mean "up"?',
    ],
  ])("queuegen %j", async (words, told) => {
    const { code, out, err } = await scratchProject().run(...words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(`error  usage  ${told}`);
  });
});

it("an output file that cannot be written is told as such", async () => {
  const project = scratchProject();
  project.write("a.ts", "export {};\n");
  const { code, err } = await project.run("lint", "--output-file", "no/such/folder/x.txt");
  expect({ code, err }).toEqual({
    code: 2,
    err: "error  write-failed  Cannot write no/such/folder/x.txt: there is no such file or folder.\n       Make the folder, or correct the path.\n",
  });
});

it("explain outside a project says that there is none", async () => {
  const { code, err } = await scratchProject().run("explain");
  expect(code).toBe(2);
  expect(err).toContain("error  config-missing  There is no queuegen.json in ");
});

it("a problem of a declaration points to no page of a rule", async () => {
  const project = scratchProject();
  await project.run("add", "notify");
  const schema = "queues/schemas/notify.queue.ts";
  project.write("queues/schemas/mail.queue.ts", project.read(schema).replaceAll('"notify"', '"mail"'));
  const { code, out } = await project.run("lint");
  expect(code).toBe(1);
  expect(out).toContain("shared-table");
  expect(out).not.toContain("--doc");
});
