type Here = { pathname: string; search: string };

/** This page's address with some of its query changed; null takes a part away. */
export function addressWith({ pathname, search }: Here, changes: Record<string, string | null>) {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}
