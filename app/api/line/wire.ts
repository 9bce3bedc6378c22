import { z } from "zod";
import type { FieldErrors } from "#modules/kernel/errors.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/** Dotted wire path → our dotted name. When two wire paths lead to one name, the first one sent wins. */
export type Names = Record<string, string>;

/**
 * How a call's input is sent: the wire's names, the schema in our names, and the codes its fields are refused with beside
 * `form.incomplete`.
 */
export type Wire<S extends z.ZodType> = {
  readonly names: Names;
  readonly schema: S;
  readonly refusals: readonly MessageKey[];
};

/**
 * The wire's names for a schema: `wire({ ticket_obj_id: "ticketId" }, BroadcastTicket, ["form.id"])` renames, then parses.
 * A key sent in dotted form is read like a nested one. A test compares `refusals` with what the schema says to wrong
 * values of each field.
 */
export const wire = <S extends z.ZodType>(names: Names, schema: S, refusals: readonly MessageKey[]): Wire<S> => ({
  names,
  schema,
  refusals,
});

/** A call without input. */
export const nothing = wire({}, z.object({}), []);

/** The value at a dotted path of the sent input; at each level the rest of the path may be one dotted key (Q72). */
function valueAt(sent: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(sent, path)) return sent[path];
  const [step = "", ...rest] = path.split(".");
  const inner = Object.hasOwn(sent, step) ? sent[step] : undefined;
  if (rest.length === 0 || inner === null || typeof inner !== "object") return undefined;
  return valueAt(inner as Record<string, unknown>, rest.join("."));
}

function setAt(target: Record<string, unknown>, path: string, value: unknown) {
  const steps = path.split(".");
  let place = target;
  for (const step of steps.slice(0, -1)) {
    place[step] ??= {};
    place = place[step] as Record<string, unknown>;
  }
  place[steps.at(-1)!] ??= value;
}

/** The sent input under our names; unknown fields are dropped. */
export function fromWire({ names }: Wire<z.ZodType>, sent: Record<string, unknown>) {
  const input: Record<string, unknown> = {};
  for (const [wireName, ours] of Object.entries(names)) {
    const value = valueAt(sent, wireName);
    if (value !== undefined) setAt(input, ours, value);
  }
  return input;
}

/** Field errors under the wire's names; an item of a list stands under the list's (`clients_ids_list.0`). */
export function toWireFields({ names }: Wire<z.ZodType>, fields: FieldErrors): FieldErrors {
  const wireNames = new Map(
    Object.entries(names)
      .map(([wireName, ours]) => [ours, wireName] as const)
      .reverse(),
  );
  const named = (ours: string) => {
    const [, list = ours, item = ""] = /^(.+?)((?:\.\d+)*)$/.exec(ours) ?? [];
    return wireNames.get(ours) ?? (wireNames.has(list) ? `${wireNames.get(list)}${item}` : ours);
  };
  return Object.fromEntries(Object.entries(fields).map(([ours, message]) => [named(ours), message]));
}
