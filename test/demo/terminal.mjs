/** How the demo looks: headings, commands, their output, and one line that moves while something long runs. */

const live = process.stdout.isTTY === true;
const colour = live && process.env.NO_COLOR === undefined;

/** @param {string} text */
export function heading(text) {
  console.log(`\n${bold(text)}`);
}

/** @param {string} text */
export function say(text) {
  console.log(indent(text));
}

/** @param {string} commandLine */
export function command(commandLine) {
  console.log(`  ${bold(`$ ${commandLine}`)}`);
}

/** @param {string} text */
export function indent(text) {
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");
}

/**
 * Shows how far something is: in place on a terminal, elsewhere (a log) a line every few seconds.
 * @returns {{ show(text: string): void, end(text: string): void }}
 */
export function progress() {
  let last = 0;
  return {
    show(text) {
      if (live) process.stdout.write(`\r\x1b[K  ${text}`);
      else if (Date.now() - last >= 2_000) {
        last = Date.now();
        console.log(`  ${text}`);
      }
    },
    end(text) {
      if (live) process.stdout.write("\r\x1b[K");
      console.log(`  ${text}`);
    },
  };
}

/** @param {string} text */
function bold(text) {
  return colour ? `\x1b[1m${text}\x1b[0m` : text;
}

/** `20,000` in every locale. @param {number} value */
export function number(value) {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");
}
