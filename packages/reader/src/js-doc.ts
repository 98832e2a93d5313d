import { ts } from "ts-morph";

/** Text of the JSDoc right above a node, without stars and tags; `undefined` where there is none. */
export function jsDocOf(node: ts.Node): string | undefined {
  const nearest = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(nearest?.comment)?.replaceAll("\r\n", "\n").trim();
  return text === "" ? undefined : text;
}
