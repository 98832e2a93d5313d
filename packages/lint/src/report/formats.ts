import type { LintRun } from "../lint-files.js";
import { checkstyle } from "./checkstyle.js";
import { compact } from "./compact.js";
import { github } from "./github.js";
import { gitlab } from "./gitlab.js";
import { json } from "./json.js";
import { junit } from "./junit.js";
import { sarif } from "./sarif.js";

/** Formats for programs; `version` is that of the tool. Each ends with LF where it is not empty. */
export const MACHINE_FORMATS: Readonly<
  Record<
    "compact" | "json" | "sarif" | "github" | "gitlab" | "checkstyle" | "junit",
    (run: LintRun, version?: string) => string
  >
> = { compact, json, sarif, github, gitlab, checkstyle, junit };
