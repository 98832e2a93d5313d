import type { Command } from "../command.js";

export interface DoctorArgs {
  readonly url: string | undefined;
  readonly json: boolean;
  readonly "fail-on": "error" | "warning" | "info";
}

export const doctor: Command<DoctorArgs> = {
  command: "doctor",
  describe: "Look over a database: migrations, drift, settings, rights, long transactions, and how the queues stand",
  builder: (yargs) =>
    yargs
      .option("url", {
        describe: "URL of the database; else QUEUEGEN_DATABASE_URL, else DATABASE_URL",
        type: "string",
        requiresArg: true,
      })
      .option("json", { describe: "print JSON", type: "boolean", default: false })
      .option("fail-on", {
        choices: ["error", "warning", "info"] as const,
        default: "error" as const,
        requiresArg: true,
        describe: "Exit with 1 from this severity on",
      }),
  run: async (args, io) => (await import("../doctor/run-doctor.js")).runDoctor(args, io),
};
