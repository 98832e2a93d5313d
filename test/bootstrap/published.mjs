/** The packages that users install. */
export const PUBLISHED = [
  { name: "@queuegen/runtime", folder: "packages/runtime" },
  { name: "queuegen", folder: "packages/cli" },
  { name: "@queuegen/eslint-plugin", folder: "packages/eslint-plugin" },
];
