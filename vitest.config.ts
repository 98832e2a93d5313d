import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Templates are text, as the bundler of the CLI takes them. */
const handlebarsText = {
  name: "handlebars-text",
  enforce: "pre" as const,
  transform: (text: string, file: string) =>
    file.endsWith(".hbs") ? { code: `export default ${JSON.stringify(text)};`, map: null } : null,
};

const config: ViteUserConfig = defineConfig({
  plugins: [handlebarsText],
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    projects: [
      { extends: true, test: { name: "unit", include: ["packages/*/src/**/*.test.ts", "test/model/spec/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "architecture",
          include: ["test/architecture/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "cli",
          include: [
            "test/cli/**/*.test.ts",
            "test/types/**/*.test.ts",
            "test/docs/*.test.ts",
            "test/eslint/**/*.test.ts",
            "test/lint/**/*.test.ts",
          ],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "system",
          include: ["test/**/*.test.ts", "test/**/*.test.mjs"],
          exclude: [
            "test/architecture/**",
            "test/cli/**",
            "test/docs/*.test.ts",
            "test/eslint/**",
            "test/faults/**",
            "test/lint/**",
            "test/model/spec/**",
            "test/types/**",
            "**/node_modules/**",
          ],
          // Both database servers, once a run.
          globalSetup: ["test/services/setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: ["test/faults/**/*.test.ts"],
          globalSetup: ["test/services/setup.ts", "test/faults/harness/setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // Alone and after all others: leases run out by the clock, however busy the machine is.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          maxConcurrency: 8,
        },
      },
    ],
  },
});

export default config;
