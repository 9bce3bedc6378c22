import { sql } from "kysely";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { requestFieldNames } from "../desk/request-fields.ts";
import type { FieldChange, HistoryLine, Who } from "../history-words.ts";
import { namesOf } from "./names.ts";

/** The events a client reads of its requests: what became of the work, not of offers, fees and reviews of centers. */
const eventsOfClient = [
  "created",
  "updated",
  "matched",
  "broadcasted",
  "noCenter",
  "accepted",
  "handedBack",
  "centerGiven",
  "centerChanged",
  "technicianAssigned",
  "technicianChanged",
  "started",
  "pictured",
  "pincodeChanged",
  "requirementChanged",
  "closed",
  "paymentRecorded",
  "invoiced",
  "cancelled",
  "verified",
  "held",
  "refused",
  "revisited",
  "rated",
  "feedbackGiven",
  "deleted",
  "restored",
].map((event) => `ticket.${event}`);

/** The facts of these events, and the changed fields of the form, that a client reads. */
const factsOfClient = [
  "centers",
  "closingPricePaise",
  "payment",
  "reference",
  "from.pincode",
  "to.pincode",
  "fromTime",
  "toTime",
];
const hiddenFields: readonly string[] = ["adminRemarks"] satisfies (keyof typeof requestFieldNames)[];

/** The most lines shown at once; a request rarely has fifty. */
export const mostLines = 200;

type HistoryRow = {
  id: string;
  event: string;
  actor_kind: string;
  actor_id: string | null;
  from_state: string | null;
  to_state: string | null;
  data: Record<string, unknown>;
  at: string;
};

const text = (value: unknown) => (typeof value === "string" ? value : undefined);

/**
 * Returns every change of a request, newest first, by its internal id (R281 and the history of the console): who, what,
 * from → to. Names are shown without numbers to readers who may not see phones. With `since` (a line's id) only what
 * came after it.
 */
export async function requestHistory(
  actor: Actor,
  ticketId: string,
  { since }: { since?: string | undefined } = {},
): Promise<HistoryLine[]> {
  const ofClient = isClient(actor);
  const events = ofClient ? eventsOfClient : null;
  const entries = await rows<HistoryRow>(
    sql`select id, event, actor_kind, actor_id, from_state, to_state, data, at from history
      where subject = 'ticket' and subject_id = ${ticketId}
        and (${since ?? null}::uuid is null or (at, id) > (select at, id from history where id = ${since ?? null}::uuid))
        and (${events}::text[] is null or event = any(${events}::text[]))
      order by at desc, id desc limit ${sql.lit(mostLines)}`,
  );
  const people = (kind: string) => entries.flatMap((line) => (line.actor_kind === kind ? (line.actor_id ?? []) : []));
  const named = (key: string) => entries.flatMap(({ data }) => text(data[key]) ?? []);
  const chosen = (field: string) => entries.flatMap(({ data }) => [valueIn(data.from, field), valueIn(data.to, field)]);
  const names = await namesOf({
    admins: people("admin"),
    keys: people("key"),
    centers: [...people("center"), ...named("centerId"), ...named("before")],
    desks: ofClient ? [] : named("deskLoginId"),
    technicians: [...people("technician"), ...named("technicianId"), ...named("before")],
    services: chosen("serviceId").flatMap((id) => id ?? []),
    clients: chosen("clientId").flatMap((id) => id ?? []),
  });
  const nameOf = (id: string | null | undefined) => {
    const name = id && names.get(id);
    return name ? nameFor(actor, name) : null;
  };
  /** Who it was: of a center's desk the center and the person. */
  const whoseName = ({ actor_id, data }: Pick<HistoryRow, "actor_id" | "data">) =>
    [nameOf(actor_id), nameOf(text(data.deskLoginId))].filter(Boolean).join(", ") || null;
  // Which center handed a request back is not shown to clients.
  const isNamed = (event: string) => !ofClient || event !== "ticket.handedBack";
  return entries.map(({ id, event, actor_kind, actor_id, from_state, to_state, data, at }) => ({
    id,
    at: new Date(at),
    event,
    who: { kind: kindOf(actor_kind), name: isNamed(event) ? whoseName({ actor_id, data }) : null },
    from: from_state,
    to: to_state,
    center: isNamed(event) ? nameOf(text(data.centerId)) : null,
    technician: nameOf(text(data.technicianId)),
    before: nameOf(text(data.before)),
    facts: ofClient ? factsReadByClient(factsOf(data)) : factsOf(data),
    ...(event === "ticket.updated" && {
      changes: changesOf(data, nameOf).filter(({ field }) => !ofClient || !hiddenFields.includes(field)),
    }),
  }));
}

const factsReadByClient = (facts: HistoryLine["facts"]): HistoryLine["facts"] =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => factsOfClient.includes(name)));

/** A field's value before or after a change, as the history stores it. */
const valueIn = (state: unknown, field: string) =>
  state && typeof state === "object" ? (text((state as Record<string, unknown>)[field]) ?? null) : null;

/** The changed fields of the form, each once; services and clients by their names. */
function changesOf({ changed, from, to }: HistoryRow["data"], nameOf: (id: string) => string | null): FieldChange[] {
  const recorded = (field: string) => [from, to].some((state) => state && typeof state === "object" && field in state);
  const shown = (field: string, value: string | null) => (value && /Id$/.test(field) ? nameOf(value) : value);
  return (Array.isArray(changed) ? changed : []).flatMap((field: keyof typeof requestFieldNames) => {
    const label = requestFieldNames[field];
    if (!label) return [];
    if (!recorded(field)) return [{ field, label }];
    return [
      { field, label, values: { from: shown(field, valueIn(from, field)), to: shown(field, valueIn(to, field)) } },
    ];
  });
}

function kindOf(actor: string): Who["kind"] {
  if (actor === "admin" || actor === "center" || actor === "technician" || actor === "key") return actor;
  return actor === "anyone" ? "customer" : "system";
}

/** Ids are resolved above; the other values are plain. */
function factsOf(data: Record<string, unknown>): HistoryLine["facts"] {
  const facts: HistoryLine["facts"] = {};
  for (const [name, value] of Object.entries(data)) {
    if (/Id$/.test(name) || ["version", "before", "changed"].includes(name)) continue;
    if (typeof value === "string" || typeof value === "number") facts[name] = value;
    else if (value && typeof value === "object" && (name === "from" || name === "to"))
      for (const [field, each] of Object.entries(value))
        if (typeof each === "string" || typeof each === "number") facts[`${name}.${field}`] = each;
  }
  return facts;
}
