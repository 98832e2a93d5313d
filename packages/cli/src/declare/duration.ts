/** A number of ms, or a text such as `"15m"`: ms, s, m, h, d. */
export type Duration = number | `${number}${"ms" | "s" | "m" | "h" | "d"}`;
