/** What has a page of its own, which a proof of the phone leads to. */
export const trackingPages = [
  "rebook",
  "revisit",
  "stillNeeded",
  "nobodyCame",
  "changeTime",
  "chooseTime",
  "cancel",
  "correct",
  "note",
] as const;

/** What a customer may ask for that needs a proved phone. */
export const trackingIntents = ["see", "invoice", "receipt", "rating", ...trackingPages] as const;
export type TrackingAction = (typeof trackingIntents)[number];

/** The papers of a request, downloads for who proved its phone. */
export const papers = ["invoice", "receipt"] as const;
export type Paper = (typeof papers)[number];

/** Where a paper of a request is. */
export const paperAt = (paper: Paper, id: string) => `/${paper}s/${id}`;

export const isPaper = (action: TrackingAction): action is Paper => papers.some((paper) => paper === action);

/** The link to a paper: for a browser that proved the phone the file, others confirm it first (fixed point 10). */
export const wayToPaper = (paper: Paper, { access, id }: { access: string; id: string }) =>
  access === "full" ? paperAt(paper, id) : trackingPath(id, { do: paper });

/** The tracking address of a request; its id is in the query without a key (R077, Q40). */
export const trackingPath = (id: string, more: Record<string, string> = {}) =>
  `/ServiceStatus/?${[id, new URLSearchParams(more).toString()].filter(Boolean).join("&")}`;

/** The address of Find my request. */
export const findPath = "/ServiceStatus/";

/** The request a tracking address names: `?{_id}` without a key, `?id=` or `?ticket_obj_id=` (R003, Q40). */
export function ticketIn({ searchParams }: URL): string | undefined {
  const named = searchParams.get("id") || searchParams.get("ticket_obj_id");
  if (named) return named;
  return [...searchParams].find(([name, value]) => value === "" && !known.has(name))?.[0];
}

const known = new Set(["id", "ticket_obj_id", "do", "step", "get", "day"]);
