import { refusedName } from "#app/exchange/names.ts";

type Here = { pathname: string; search: string };

/** The current address with some query parameters changed; null removes one. A refused form stays behind. */
export function addressWith({ pathname, search }: Here, changes: Record<string, string | null>) {
  const query = new URLSearchParams(search);
  query.delete(refusedName);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}
