import {
  QueuegenError,
  type StaticArray,
  type StaticEntry,
  type StaticObject,
  type StaticScalar,
  type StaticValue,
} from "@queuegen/model";
import { sourceRange } from "./source-range.js";

/**
 * Reads JSON with the place of every value, so that a wrong key can be shown in its line. Comments and trailing commas
 * are taken as well: tsconfig.json has them. A syntax error is thrown with its place.
 */
export function parseJson(text: string, file: string): StaticValue {
  const parser = new JsonParser(text, file);
  const value = parser.value();
  parser.end();
  return value;
}

class JsonParser {
  readonly #text: string;
  readonly #file: string;
  #at = 0;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
    if (text.startsWith("\uFEFF")) this.#at = 1;
  }

  value(): StaticValue {
    const next = this.#peek();
    if (next === "{") return this.#object();
    if (next === "[") return this.#array();
    return this.#scalar();
  }

  end(): void {
    if (this.#peek() !== undefined) this.#fail("Nothing may follow the closing brace.");
  }

  #object(): StaticObject {
    const start = this.#at++;
    const entries: StaticEntry[] = [];
    while (this.#peek() !== "}") {
      if (this.#peek() !== '"') this.#fail("Expected a key in double quotes.");
      const key = this.#scalar();
      if (this.#peek() !== ":") this.#fail(`Expected ":" after the key "${key.value}".`);
      this.#at++;
      entries.push({ key: String(key.value), keyAt: key.at, value: this.value(), doc: undefined });
      this.#separator("}");
    }
    this.#at++;
    return { kind: "object", entries, at: this.#range(start) };
  }

  #array(): StaticArray {
    const start = this.#at++;
    const items: StaticValue[] = [];
    while (this.#peek() !== "]") {
      items.push(this.value());
      this.#separator("]");
    }
    this.#at++;
    return { kind: "array", items, at: this.#range(start) };
  }

  #scalar(): StaticScalar {
    const token = /"(?:[^"\\\n]|\\.)*"|[\w.+-]+/y;
    token.lastIndex = this.#at;
    const source = token.exec(this.#text)?.[0];
    if (source === undefined) this.#fail(this.#peek() === undefined ? "The file ends too early." : "Expected a value.");
    try {
      const value = JSON.parse(source) as string | number | boolean | null;
      const start = this.#at;
      this.#at += source.length;
      return { kind: "scalar", value, at: this.#range(start) };
    } catch {
      return this.#fail(`\`${source}\` is not JSON.`, this.#at, source.length);
    }
  }

  #separator(close: string): void {
    const next = this.#peek();
    if (next === ",") this.#at++;
    else if (next !== close) this.#fail(`Expected "," or "${close}".`);
  }

  /** The next character that is neither white space nor part of a comment. */
  #peek(): string | undefined {
    const gap = /(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/y;
    gap.lastIndex = this.#at;
    this.#at += gap.exec(this.#text)?.[0].length ?? 0;
    return this.#text[this.#at];
  }

  #range(start: number): ReturnType<typeof sourceRange> {
    return sourceRange(this.#file, this.#text, start, this.#at);
  }

  #fail(message: string, start = this.#at, length = 1): never {
    const at = sourceRange(this.#file, this.#text, start, start + length);
    throw new QueuegenError([{ code: "config-syntax", severity: "error", message, at }]);
  }
}
