import { keyWords } from "../facts/redis-keys.js";
import { commandsIn } from "../facts/redis-order.js";
import type { Rule, RuleMeta } from "../rule.js";
import { redisReport, redisTriggers } from "./redis-report.js";

const meta: RuleMeta = {
  name: "busygroup-handled",
  summary: "Creating a consumer group fails from the second start on: BUSYGROUP is no error.",
  severity: { queue: "warning", work: "warning", elsewhere: "off" },
  triggers: redisTriggers("xgroup"),
};

export const busygroupHandled: Rule = {
  meta,
  flow: (flow) => {
    if (flow.source.text.includes("BUSYGROUP")) return [];
    return commandsIn(flow, ({ command }) => command === "xgroup create").flatMap(({ step, index }) => {
      const { call, place } = step;
      // Who looks first which groups there are creates none twice.
      if (flow.steps.slice(0, index).some((one) => one.kind === "redis" && one.call.command === "xinfo")) return [];
      const key = keyWords(call.keys[0]);
      if (!place.isCaught) {
        return [
          redisReport(flow, step, {
            scope: "queue",
            message: `Creating the group fails with BUSYGROUP as soon as ${key} has it: the second start of this program ends here.`,
            help: "catch the error, go on where its message begins with `BUSYGROUP`, throw it otherwise.",
          }),
        ];
      }
      const isSureToExist = flow.steps.some(
        (one) => one.kind === "redis" && one.call.command === "xadd" && one.call.keys[0]?.id === call.keys[0]?.id,
      );
      if (call.words.includes("MKSTREAM") || call.isOpen || isSureToExist) return [];
      return [
        redisReport(flow, step, {
          scope: "queue",
          message: `Whatever goes wrong here is caught, also that ${key} does not exist yet: then there is no group, and every read fails with NOGROUP.`,
          help: "create the stream with the group (`MKSTREAM`), and let only errors pass whose message begins with `BUSYGROUP`.",
        }),
      ];
    });
  },
};
