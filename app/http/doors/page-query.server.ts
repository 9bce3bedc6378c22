import type { z } from "zod";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { isPageMade } from "../process/made-pages.server.ts";
import { fieldsOf } from "../request/bounds.ts";
import type { Door, DoorArgs, LoadContext } from "../request/door.server.ts";
import { parseFields } from "../request/form.server.ts";
import type { Gate } from "./gate.ts";

/**
 * Parses a page's query and path. An id that cannot exist answers not found: any in the path, where there is nothing, and
 * in the query one that says so (`error.notFound`).
 */
export function queryOf(schema: z.ZodType | undefined, { url, params }: Door) {
  if (!schema) return {};
  const fields = fieldsOf(url.search.slice(1));
  for (const [name, value] of Object.entries(params)) if (value !== undefined) fields.set(name, [value]);
  try {
    return parseFields(schema, fields);
  } catch (error) {
    const wrong = error instanceof DomainError ? Object.entries(error.fields ?? {}) : [];
    const nothing = wrong.some(([name, key]) => key === "error.notFound" || (key === "form.id" && name in params));
    throw nothing ? missing("error.notFound") : error;
  }
}

/** Marks a page as the same for everybody, by its pattern; returns whether it need not be rendered for this reader. */
export function isMadeForAll({ context }: DoorArgs, { pattern = "" }: Gate, door: Door): boolean {
  ((context ?? {}) as LoadContext).same = pattern;
  return isPageMade(pattern, door.locale);
}
