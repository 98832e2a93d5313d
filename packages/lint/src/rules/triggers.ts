import type { Trigger } from "../rule.js";

/** For rules about tables: DDL, whose table may get its claim columns in another file. */
export const TABLE_TRIGGERS: readonly Trigger[] = [
  String.raw`\b(?:create|alter|drop|rename)\s+(?:temporary\s+)?table\b`,
  String.raw`\b(?:create|drop)\s+(?:unique\s+)?index\b`,
  String.raw`\bschema\s*\.\s*(?:create|alter|drop|table|rename)`,
  String.raw`\b(?:queryinterface|context|qi)\s*\.\s*(?:create|add|change|remove|rename|drop)`,
  String.raw`\b(?:queryrunner|runner|qr)\s*\.\s*(?:create|add|change|remove|rename|drop)`,
  String.raw`\bmysqltable\s*\(`,
];
