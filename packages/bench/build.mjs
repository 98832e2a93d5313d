import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const here = path.dirname(fileURLToPath(import.meta.url));
const repository = path.resolve(here, "../..");
const dist = path.join(here, "dist");

/**
 * Makes `dist` (this package, at the same depth as `src`), `dist/example` (the generated example, as a user's compiler
 * emits it, plus the same with fixed batches) and the published packages that are measured. Types are not checked here:
 * the repository's type check covers all of it.
 */
export async function build() {
  for (const name of ["cli"]) buildPackage(name);
  rmSync(dist, { recursive: true, force: true });
  emit(path.join(here, "src"), dist);
  const example = path.join(repository, "generated-example/src/queues");
  emit(example, path.join(dist, "example"));
  for (const batch of [20, 200, 1000]) {
    emit(example, path.join(dist, `example-batch-${batch}`), (file, text) =>
      file.endsWith(path.join("notify", "consumer.ts")) ? fixBatch(text, batch) : text,
    );
  }
  writeFileSync(path.join(dist, "schema.sql"), readFileSync(path.join(example, "generated/notify/schema.sql")));
}

/** What the generator prints for a queue that declares `claim: { batch }`. */
function fixBatch(text, batch) {
  const changed = text.replace('batch: "adaptive"', `batch: ${batch}`);
  if (changed === text) throw new Error('the generated consumer does not say `batch: "adaptive"` any more');
  return changed;
}

function emit(from, to, change = (_file, text) => text) {
  for (const file of typescriptFiles(from)) {
    const target = path.join(to, path.relative(from, file).replace(/\.ts$/, ".js"));
    const { outputText } = ts.transpileModule(change(file, readFileSync(file, "utf8")), {
      fileName: file,
      compilerOptions: {
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.ESNext,
        verbatimModuleSyntax: true,
      },
    });
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, outputText);
  }
}

function typescriptFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => path.join(folder, name));
}

/** What users install, made anew each time: it takes half a second. */
function buildPackage(name) {
  const tsdown = path.join(repository, "node_modules/.bin/tsdown");
  execFileSync(tsdown, ["--logLevel", "warn"], {
    cwd: path.join(repository, "packages", name),
    stdio: ["ignore", "ignore", "inherit"],
  });
}
