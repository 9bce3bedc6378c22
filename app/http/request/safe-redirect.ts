/**
 * A path of this site to go to, or `otherwise`: never another host, scheme, `//host`, `/\\host` or control characters.
 */
export function safePath(to: unknown, otherwise = "/") {
  if (typeof to !== "string" || !to.startsWith("/") || to.startsWith("//") || !isPlain(to)) return otherwise;
  const url = new URL(to, "http://here.invalid");
  if (url.host !== "here.invalid" || url.pathname.startsWith("//")) return otherwise;
  return url.pathname + url.search + url.hash;
}

/** Browsers read a backslash as a slash and drop control characters, so a path may contain neither. */
const isPlain = (path: string) => [...path].every((character) => character >= " " && character !== "\\");
