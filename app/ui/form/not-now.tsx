import { Note } from "../base/card.tsx";
import type { Refused } from "../base/refused.ts";
import { useSay } from "../base/say.tsx";
import { useAnswer } from "./answer.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { RefusedToast } from "./refused-toast.tsx";

type NotNowProps = {
  /** Why it cannot be done. */
  reason: string;
  /** The fields of its form that hold words, which are shown to be copied. */
  words?: readonly string[];
  tone?: "warm" | "bad";
};

/**
 * A dialog whose act cannot be done any more. When its form was just refused because somebody was faster, it says who
 * did what, and shows the words that were typed.
 */
export function NotNow({ reason, words = [], tone = "warm" }: NotNowProps) {
  const say = useSay();
  const refused = useAnswer<Refused>();
  const { values, meanwhile, problem, params, errors } = refused ?? {};
  const typed = words.flatMap((name) => values?.[name] ?? []).filter(Boolean);
  return (
    <>
      {problem && !errors && say(problem, params) !== reason ? (
        <ErrorSummary lead={reason} />
      ) : (
        <RefusedToast refused={refused} />
      )}
      {!meanwhile && <Note tone={tone}>{reason}</Note>}
      {typed.length > 0 && (
        <div className="mt-4">
          <p className="text-soft">{say("form.typed")}</p>
          {typed.map((text) => (
            <p key={text} className="whitespace-pre-line">
              {text}
            </p>
          ))}
        </div>
      )}
    </>
  );
}
