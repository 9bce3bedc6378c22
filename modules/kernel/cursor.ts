import type { MessageKey } from "#modules/messages/index.ts";
import { invalid } from "./errors.ts";
import { optionalField } from "./text/fields.ts";
import { isTimely } from "./text/moments.ts";
import { shaped } from "./text/texts.ts";

/** The position in a list after which the next page starts: the time and id of the last row. */
export type Mark = { at: Date; id: string };

/** The cursor after a row. It is opaque to callers: they send it back unchanged. */
export const cursorOf = ({ at, id }: Mark) => `${at.getTime()}_${id}`;

const shape = /^(\d{12,13})_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

function markOf(cursor: string): Mark | undefined {
  const [, ms, id] = shape.exec(cursor) ?? [];
  const at = new Date(Number(ms));
  return id && isTimely(at) ? { at, id } : undefined;
}

const wrong: MessageKey = "form.cursor";

/** The cursor parameter of a list; empty or missing means the first page. */
export const cursor = optionalField(shaped(shape, 60, wrong).refine((value) => markOf(value) !== undefined, wrong));

/** Parse a cursor; refuses one no page could have returned: invalid("form.cursor"). */
export function readCursor(after: string | undefined): Mark | undefined {
  if (!after) return undefined;
  const mark = markOf(after);
  if (!mark) throw invalid(wrong, { after: wrong });
  return mark;
}
