import { useContext, useEffect } from "react";
import type { MessageKey } from "#modules/messages/index.ts";
import { useLocale } from "../base/locale.ts";
import { OnDesk } from "../base/on-desk.ts";
import type { Refused } from "../base/refused.ts";
import { useSay } from "../base/say.tsx";
import { whoChanged } from "../base/who-changed.ts";
import { show } from "../feedback/toast.tsx";
import { isOfTheForm, wordsOf } from "./needs.ts";

/** Answers that ask for something instead of refusing: a password, or to look at a form that came through a login. */
const questions: ReadonlySet<string> = new Set([
  "confirm.first",
  "session.formKept",
  "session.formKeptButFiles",
] satisfies MessageKey[]);

/** The answers that were shown: each is shown once, however many parts of the page read it. */
const shown = new WeakSet<Refused>();

/**
 * On the operators' pages: says why a form was refused as toasts, too (R268, R269, R319), each sentence once, however many
 * fields it is about. An act with a specified sentence of failure shows that one, and below it the reason. The page itself
 * shows it in its error summary and beside the fields.
 */
export function useRefusedToast(refused: Refused | undefined) {
  const say = useSay();
  const locale = useLocale();
  const onDesk = useContext(OnDesk);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is shown once
  useEffect(() => {
    if (!onDesk || !refused?.problem || questions.has(refused.problem) || shown.has(refused)) return;
    shown.add(refused);
    const { problem, params, errors, failed, meanwhile } = refused;
    const last = meanwhile?.changes.at(-1);
    const sentences = errors
      ? new Set(
          Object.entries(errors).map(([name, key]) => (isOfTheForm(key) ? say(key) : wordsOf(name, key, refused, say))),
        )
      : new Set([last ? whoChanged(last, say, locale) : say(problem, params)]);
    if (failed) {
      sentences.delete(say(failed));
      show(say(failed), "bad", `refused ${failed}`, [...sentences].join(" "));
    } else for (const sentence of sentences) show(sentence, "bad", `refused ${sentence}`);
  }, [refused, onDesk]);
}
