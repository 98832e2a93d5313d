/** Hides user and password of every URL in a text: `mysql://***@host/app`. */
export function maskUrls(text: string): string {
  // The example in hints stays readable. Up to the last "@" before the path: passwords that hold an unescaped "@" are hidden whole.
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)(?!user:password@)[^\s/?#"'`]*@/gi, "$1***@");
}
