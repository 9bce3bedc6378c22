/** What a customer may ask for that needs a proved phone. */
export const wishes = ["see", "invoice", "rating", "rebook", "revisit"] as const;
export type Wish = (typeof wishes)[number];

/** The tracking address of a request; its id is in the query without a key (R077, Q40). */
export const trackingPath = (id: string, more: Record<string, string> = {}) =>
  `/ServiceStatus/?${[id, new URLSearchParams(more).toString()].filter(Boolean).join("&")}`;

/** The request a tracking address names: `?{_id}` without a key, `?id=` or `?ticket_obj_id=` (R003, Q40). */
export function ticketIn({ searchParams }: URL): string | undefined {
  const named = searchParams.get("id") || searchParams.get("ticket_obj_id");
  if (named) return named;
  return [...searchParams].find(([name, value]) => value === "" && !known.has(name))?.[0];
}

const known = new Set(["id", "ticket_obj_id", "do", "step", "get"]);
