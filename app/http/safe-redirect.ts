/**
 * A path of this site to go to, or `otherwise`: never another host, scheme, `//host`, `/\host` or control characters.
 */
export function safePath(to: unknown, otherwise = "/") {
  if (typeof to !== "string" || !to.startsWith("/") || /^\/[/\\]|[\u0000-\u001f\u007f\\]/.test(to)) return otherwise;
  const url = new URL(to, "http://here.invalid");
  return url.host === "here.invalid" ? url.pathname + url.search + url.hash : otherwise;
}
