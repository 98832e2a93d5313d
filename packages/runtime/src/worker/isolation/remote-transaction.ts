import type { Session } from "../../session/session.js";
import type { JobTransaction } from "../transaction.js";
import type { Did, Step } from "./messages.js";

/** Sends a step to the child where the transaction is. Rejects with what failed there. */
export type SendStep = (step: Step) => Promise<Did>;

/** What `ctx.transaction` of the worker gives to the one who runs the handler in a child. */
export interface RemoteTransaction {
  /** Opens the transaction there and runs the handler's part in it. Resolves with what that gave, where it is asked for. */
  begin(send: SendStep): Promise<unknown>;
}

/**
 * `ctx.transaction` for handlers in child processes: connection and business effect are there, every decision is here, so
 * that guards, repeats and doubts about a lost reply are the same as without isolation.
 * @param silence ms without a reply to one of our own statements after which a connection counts as half open
 */
export function remoteTransaction(
  main: Pick<Session, "readCommitted">,
  silence: number,
): JobTransaction<RemoteTransaction> {
  return async (fn, complete) => {
    let send: SendStep | undefined;
    const value = await fn({
      async begin(to) {
        const { value } = await to({ step: "begin", readCommitted: main.readCommitted, silence });
        send = to;
        return value;
      },
    });
    try {
      await complete(async (render) => {
        const values: (string | Uint8Array)[] = [];
        const sql = render((one) => {
          values.push(one);
          return "\0";
        });
        return (await stepOf(send, { step: "complete", sql, values })).affected;
      });
      await stepOf(send, { step: "commit" });
      return value;
    } catch (error) {
      await stepOf(send, { step: "rollback" }).catch(() => {});
      throw error;
    }
  };
}

function stepOf(send: SendStep | undefined, step: Step): Promise<Did> {
  return send === undefined ? Promise.reject(new Error("the transaction was not begun")) : send(step);
}
