import { z } from "zod";
import type { FieldErrors } from "#modules/kernel/errors.ts";

/** Dotted wire path → our dotted name. Two wire paths may lead to one name: the first one sent wins. */
export type Names = Record<string, string>;

/** How a call's input travels: the wire's names and the schema in ours; documentation and errors follow from both. */
export type Wire<S extends z.ZodType> = { readonly names: Names; readonly schema: S };

/**
 * The wire's names for a schema: `wire({ ticket_obj_id: "ticketId" }, BroadcastTicket)` renames, then parses.
 * A key that is sent already dotted is understood like a nested one.
 */
export const wire = <S extends z.ZodType>(names: Names, schema: S): Wire<S> => ({ names, schema });

/** A call without input. */
export const nothing = wire({}, z.object({}));

/** The value at a dotted path of what was sent. */
function valueAt(sent: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(sent, path)) return sent[path];
  let value: unknown = sent;
  for (const step of path.split(".")) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
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

/** What was sent, under our names; anything the call does not know is left out. */
export function fromWire({ names }: Wire<z.ZodType>, sent: Record<string, unknown>) {
  const input: Record<string, unknown> = {};
  for (const [theirs, ours] of Object.entries(names)) {
    const value = valueAt(sent, theirs);
    if (value !== undefined) setAt(input, ours, value);
  }
  return input;
}

/** Field errors under the wire's names again. */
export function toWireFields({ names }: Wire<z.ZodType>, fields: FieldErrors): FieldErrors {
  const theirs = new Map(
    Object.entries(names)
      .map(([wireName, ours]) => [ours, wireName] as const)
      .reverse(),
  );
  return Object.fromEntries(Object.entries(fields).map(([ours, message]) => [theirs.get(ours) ?? ours, message]));
}
