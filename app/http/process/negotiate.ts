type Encoding = "br" | "gzip";

/**
 * The encoding a caller likes best by its `accept-encoding`, of those that are offered; between equals the first offered
 * one. None when it names none of them, or refuses each by `q=0`.
 */
export function encodingFor(header: string | undefined, offered: readonly Encoding[]): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const each of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = each.split(";").map((part) => part.trim());
    const quality = parameters.find((part) => /^q\s*=/.test(part))?.replace(/^q\s*=\s*/, "");
    const weight = quality === undefined ? 1 : Number(quality);
    weights.set(name === "x-gzip" ? "gzip" : name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const best = Math.max(...offered.map(weightOf));
  return best > 0 ? offered.find((encoding) => weightOf(encoding) === best) : undefined;
}

/** Whether an `if-none-match` names a tag, as strong or as weak (a proxy weakens it), or any (`*`). */
export const namesTag = (header: string | undefined, tag: string) =>
  header !== undefined && (header.trim() === "*" || [...header.matchAll(/"[^"]*"/g)].some(([named]) => named === tag));

/** A `vary` with more names; none twice. */
export function varying(header: string | null | undefined, ...names: readonly string[]): string {
  const known = (header ?? "").split(",").map((name) => name.trim().toLowerCase());
  return [...new Set([...known, ...names])].filter(Boolean).join(", ");
}
