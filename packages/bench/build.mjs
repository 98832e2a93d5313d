import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const here = path.dirname(fileURLToPath(import.meta.url));
const repository = path.resolve(here, "../..");
const dist = path.join(here, "dist");

/**
 * Makes `dist` (this package, at the same depth as `src`), `dist/example` (the generated example, as a user's compiler
 * emits it, plus the same with fixed batches) and the runtime as users install it. Types are not checked here:
 * the repository's type check covers all of it.
 */
export async function build() {
  rmSync(dist, { recursive: true, force: true });
  installRuntime();
  emit(path.join(here, "src"), dist);
  const example = path.join(repository, "generated-example/src/queues");
  emit(example, path.join(dist, "example"));
  for (const batch of [20, 200, 1000]) {
    emit(example, path.join(dist, `example-batch-${batch}`), (file, text) =>
      file.endsWith(path.join("notify", "consumer.ts")) ? fixBatch(text, batch) : text,
    );
  }
  copyFileSync(path.join(example, "generated/notify/schema.sql"), path.join(dist, "schema.sql"));
  copyFileSync(supportTables(), path.join(dist, "support.sql"));
}

/** What the generator prints for a queue that declares `claim: { batch }`. */
function fixBatch(text, batch) {
  const changed = text.replace('batch: "adaptive"', `batch: ${batch}`);
  if (changed === text) throw new Error('the generated consumer does not say `batch: "adaptive"` any more');
  return changed;
}

/** The tables that workers share, as the example's migration makes them. */
function supportTables() {
  const migrations = path.join(repository, "generated-example/migrations");
  const folder = readdirSync(migrations).find((name) => name.endsWith("_queuegen_support"));
  if (folder === undefined) throw new Error(`no migration *_queuegen_support in ${migrations}`);
  return path.join(migrations, folder, "up.sql");
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
  return filesOf(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** The runtime as npm would install it, in a folder of our own: nobody else's build is disturbed by a measurement. */
function installRuntime() {
  const target = path.join(dist, "node_modules/@queuegen/runtime");
  tsdown("runtime", "--no-dts", "--out-dir", path.join(target, "dist"));
  const manifest = JSON.parse(readFileSync(path.join(repository, "packages/runtime/package.json"), "utf8"));
  const published = { ...manifest, ...manifest.publishConfig, devDependencies: undefined };
  writeFileSync(path.join(target, "package.json"), JSON.stringify(published));
}

function tsdown(name, ...flags) {
  execFileSync(path.join(repository, "node_modules/.bin/tsdown"), ["--logLevel", "warn", ...flags], {
    cwd: path.join(repository, "packages", name),
    stdio: ["ignore", "ignore", "inherit"],
  });
}
