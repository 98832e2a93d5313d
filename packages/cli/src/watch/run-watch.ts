import type { ExitCode } from "../command.js";
import { requireConfig } from "../config.js";
import type { Io } from "../io.js";
import { FolderWatch } from "./folder-watch.js";
import { Wake } from "./wake.js";
import { type Round, watchRound } from "./watch-round.js";
import { type WatchedPaths, watchedPaths } from "./watched-paths.js";

/** How long nothing must have changed before a round: an editor saves one file in several steps, a checkout many files. */
const QUIET_MS = 80;
/** A program that writes without a pause must not keep a round from being done for ever. */
const LONGEST_MS = 2_000;

/** Generates at each change of what the generated code is made of, until Ctrl-C. Throws only where nothing can be watched. */
export async function runWatch(options: { readonly force: boolean }, io: Io): Promise<ExitCode> {
  const wake = new Wake();
  let config = requireConfig(io.cwd);
  let watched: WatchedPaths = watchedPaths(config, []);
  const watch = new FolderWatch(
    (path) => {
      if (watched.matters(path)) wake.ring();
    },
    (error) => wake.fail(error),
  );
  try {
    watch.set(watched.folders);
    let last: Round | undefined;
    while (!io.signal.aborted) {
      last = await watchRound(options, last, io);
      config = last.config ?? config;
      watched = watchedPaths(config, last.asked);
      // What changed in a folder before it was watched was not told: another round looks.
      if (!watch.set(watched.folders)) await nextChange(wake, io.signal);
    }
    return 130;
  } finally {
    watch.close();
  }
}

async function nextChange(wake: Wake, signal: AbortSignal): Promise<void> {
  await wake.wait(signal);
  const deadline = performance.now() + LONGEST_MS;
  while (performance.now() < deadline && (await wake.wait(signal, QUIET_MS))) {
    // Rung again while it was quiet: wait on.
  }
}
