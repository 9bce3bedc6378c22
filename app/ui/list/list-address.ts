/** Query parameters about the position in a list; changing a filter drops them and starts at the first page. */
export const places = ["after", "before", "row", "did", "act", "of", "refused"];

/** The address of a list with changed query parameters, at its first page unless they name another. */
export function listAddress(pathname: string, query: URLSearchParams, changes: Record<string, string | null>) {
  const other = new URLSearchParams(query);
  for (const name of places) other.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") other.delete(name);
    else other.set(name, value);
  }
  const rest = String(other);
  return rest ? `${pathname}?${rest}` : pathname;
}
