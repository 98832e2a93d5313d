import { ClaimLostError, HandlerTimeoutError } from "../../errors.js";

/** An error on its way to another process. */
export interface ErrorReport {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** What it carries besides: `errno`, `code`, `sqlState` ... */
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  readonly cause?: ErrorReport;
}

const MOST_CAUSES = 5;

/** Of whatever was thrown. */
export function reportOf(error: unknown, depth = 0): ErrorReport {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), fields: {} };
  const { name, message, stack, cause } = error;
  const fields = Object.entries(error).filter(
    (entry): entry is [string, string | number | boolean] =>
      entry[0] !== "name" && ["string", "number", "boolean"].includes(typeof entry[1]),
  );
  return {
    name,
    message,
    ...(stack !== undefined && { stack }),
    fields: Object.fromEntries(fields),
    ...(cause !== undefined && depth < MOST_CAUSES && { cause: reportOf(cause, depth + 1) }),
  };
}

/** An error like the one that was reported: ours are of their class again, others are Errors of the same name. */
export function revive(report: ErrorReport): Error {
  const { name, message, stack, fields, cause } = report;
  const error = blank(name, fields);
  const hidden = { configurable: true, writable: true, enumerable: false };
  Object.defineProperty(error, "message", { ...hidden, value: message });
  if (error.name !== name) Object.defineProperty(error, "name", { ...hidden, value: name });
  if (stack !== undefined) Object.defineProperty(error, "stack", { ...hidden, value: stack });
  if (cause !== undefined) Object.defineProperty(error, "cause", { ...hidden, value: revive(cause) });
  return Object.assign(error, fields);
}

function blank(name: string, { queue, id, timeout }: ErrorReport["fields"]): Error {
  if (name === "ClaimLostError") return new ClaimLostError(String(queue), String(id), "");
  if (name === "HandlerTimeoutError") return new HandlerTimeoutError(String(queue), String(id), Number(timeout));
  return new Error();
}
