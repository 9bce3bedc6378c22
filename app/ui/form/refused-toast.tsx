import { useContext } from "react";
import { refusedName } from "#app/exchange/names.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { useLocale } from "../base/locale.ts";
import { OnDesk } from "../base/on-desk.ts";
import { useQuery } from "../base/query.ts";
import type { Refused } from "../base/refused.ts";
import { useSay } from "../base/say.tsx";
import { whoChanged } from "../base/who-changed.ts";
import { Toast } from "../feedback/toast.tsx";
import { isOfTheForm, wordsOf } from "./needs.ts";

/** Answers that ask for something instead of refusing: a password, or to look at a form that came through a login. */
const questions: ReadonlySet<string> = new Set([
  "confirm.first",
  "session.formKept",
  "session.formKeptButFiles",
] satisfies MessageKey[]);

/**
 * On the operators' pages: says why a form was refused as toasts, too (R268, R269, R319), each sentence once, however many
 * fields it is about. An act with a specified sentence of failure shows that one, and below it the reason. The page itself
 * shows it in its error summary and beside the fields.
 */
export function RefusedToast({ refused }: { refused: Refused | undefined }) {
  const say = useSay();
  const locale = useLocale();
  const onDesk = useContext(OnDesk);
  const refusal = useQuery().get(refusedName);
  if (!onDesk || !refused?.problem || questions.has(refused.problem)) return null;
  const { problem, params, errors, failed, meanwhile } = refused;
  const last = meanwhile?.changes.at(-1);
  const sentences = errors
    ? new Set(
        Object.entries(errors).map(([name, key]) => (isOfTheForm(key) ? say(key) : wordsOf(name, key, refused, say))),
      )
    : new Set([last ? whoChanged(last, say, locale) : say(problem, params)]);
  const lead = failed && say(failed);
  if (!lead)
    return [...sentences].map((sentence) => (
      <Toast key={sentence} id={`${refusal} ${sentence}`} kind="bad">
        <p>{sentence}</p>
      </Toast>
    ));
  const reasons = [...sentences].filter((sentence) => sentence !== lead);
  return (
    <Toast id={`${refusal} ${lead}`} kind="bad">
      <div>
        <p>{lead}</p>
        {reasons.length > 0 && <p className="font-normal text-soft">{reasons.join(" ")}</p>}
      </div>
    </Toast>
  );
}
