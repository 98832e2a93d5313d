/** What yargs is told of an option `--name` that takes a whole number from `min` to `max`; anything else is a usage error. */
export function wholeNumber(
  name: string,
  max: number,
  min = 0,
): { readonly type: "string"; readonly requiresArg: true; readonly coerce: (value: unknown) => number } {
  return {
    // As a number yargs would give NaN for what is none, and the text would be lost to the message.
    type: "string",
    requiresArg: true,
    coerce: (value) => {
      const text = String(Array.isArray(value) ? value.at(-1) : value);
      if (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
      // yargs keeps no more of it than the message.
      throw new Error(`--${name} takes a whole number from ${min} to ${max}, not "${text}"`);
    },
  };
}
