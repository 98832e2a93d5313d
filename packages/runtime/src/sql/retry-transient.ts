import { failureOf } from "./server-error.js";

const MOST = 10;

/**
 * Repeats one autocommit statement after a deadlock, a lock wait timeout or a snapshot conflict, with a jittered wait:
 * the server has rolled the statement back, so nothing of it happened.
 */
export async function retryTransient<T>(
  run: () => Promise<T>,
  onRetry: (error: unknown) => void,
  worthIt: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (failureOf(error) !== "transient" || attempt === MOST || !worthIt(error)) throw error;
      onRetry(error);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(200, 5 * 2 ** attempt)));
    }
  }
}
