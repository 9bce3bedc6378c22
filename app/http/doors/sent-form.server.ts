import type { Refused } from "#app/ui/base/refused.ts";
import { invalid } from "#modules/kernel/errors.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { readTexts } from "../request/form.server.ts";
import { takeKey } from "./form-once.server.ts";
import { type ConfirmationNeed, takeConfirmation } from "./fresh.server.ts";
import { shownAgain, takeSearch, takeTaken } from "./stored-form.server.ts";

/** What a refused form shows when it is rendered again. */
export type Shown = {
  intent: string;
  values: Record<string, string | string[]>;
  confirm?: ConfirmationNeed;
  /** The specified sentence of the intent's failure. */
  failed?: MessageKey;
};

/** The intent a form names; a page with a single one needs no `intent` field. */
export function chosen(table: Record<string, unknown>, name: unknown) {
  const names = Object.keys(table);
  const intent = typeof name === "string" ? name : names.length === 1 ? names[0]! : "";
  if (!names.includes(intent)) throw invalid("error.method");
  return intent;
}

/** A form that was not done, because its sender's session is over: read by now, or yet to be read. */
export async function sentForm(
  table: Record<string, unknown>,
  { intent, values }: Shown,
  request: Request,
): Promise<Refused> {
  if (intent) return { intent, values, problem: "session.formKept" };
  const { fields, withoutFiles } = await readTexts(request);
  const problem = withoutFiles ? "session.formKeptButFiles" : "session.formKept";
  takeKey(fields);
  takeConfirmation(fields);
  takeTaken(fields);
  takeSearch(fields);
  return { intent: chosen(table, fields.get("intent")?.at(-1)), values: shownAgain(fields), problem };
}
