import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { expect, it } from "vitest";
import { scratchProject } from "../cli/project.js";

const fixture = fileURLToPath(new URL("../fixtures/compile", import.meta.url));
const names = [
  "a",
  "order-payment",
  "order-payment-reminder",
  "order-payment-reminder-timeout-notification",
  "q".repeat(48),
];

it("Prettier's defaults change nothing in generated files, whatever the columns and however long the names", async () => {
  const project = scratchProject();
  cpSync(fixture, project.root, { recursive: true });
  const mail = project.read("src/queues/schemas/mail.queue.ts");
  for (const name of names) {
    const words = name.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    const text = mail.replace('"mail"', `"${name}"`).replaceAll("MailPayload", `${words.join("")}Payload`);
    project.write(`src/queues/schemas/${name}.queue.ts`, text);
  }
  expect(await project.run("generate")).toMatchObject({ code: 0 });
  const files = project.files().filter((path) => /queues\/generated\/.*\.ts$/.test(path));
  expect(files).toHaveLength(4 * (names.length + 2) + 1);
  for (const file of files) {
    const text = project.read(file);
    expect(await format(text, { parser: "typescript" }), file).toBe(text);
  }
});
