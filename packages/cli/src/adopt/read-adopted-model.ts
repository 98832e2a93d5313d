import type { Scaffold } from "@queuegen/generator";
import { QueuegenError, type QueueModel } from "@queuegen/model";
import { modesFor } from "@queuegen/modes";
import { readQueues } from "@queuegen/reader";
import { nodeHost } from "@queuegen/reader/node-host";
import type { Config } from "../config.js";

/** The queue that a schema file will declare, judged before anything is written. */
export function readAdoptedModel({ path, text }: Scaffold, config: Config): QueueModel {
  const disk = nodeHost(config.root);
  const host = {
    readFile: (file: string) => (file === path ? text : disk.readFile(file)),
    fileExists: (file: string) => file === path || disk.fileExists(file),
  };
  const { models, diagnostics } = readQueues([path], host, modesFor(config.target));
  const [model] = models;
  if (model === undefined) throw new QueuegenError(diagnostics);
  return model;
}
