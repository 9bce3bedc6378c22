import type { Meanwhile } from "#modules/kernel/errors.ts";
import { useLocale } from "../base/locale.ts";
import { problemLook } from "../base/problem-look.ts";
import { isOnlyConfirm, type Refused } from "../base/refused.ts";
import { useSay } from "../base/say.tsx";
import { whoChanged } from "../base/who-changed.ts";
import { useAnswer } from "./answer.ts";
import { idOf } from "./form-state.ts";
import { isOfTheForm, problemOfField, wordsOf } from "./needs.ts";
import { RefusedToast } from "./refused-toast.tsx";

/**
 * The errors of a sent form at its top, with a link to each field; it is scrolled to and focused, with or without
 * JavaScript, unless its reader is already typing again. It reads the page's answer; pass `outcome` for another one, and
 * `intent` when a page has several forms. On the operators' pages the refusal is a toast, too (R319). Its place is marked for
 * what the browser itself has to say (exchange/put-failure.ts).
 */
export function ErrorSummary(props: ErrorSummaryProps) {
  return (
    <>
      <template data-problem-place={props.intent ?? ""} />
      <Problem {...props} />
    </>
  );
}

type ErrorSummaryProps = {
  outcome?: unknown;
  intent?: string;
  prefix?: string;
  /** What is said after who changed what, where there is nothing to send again. */
  lead?: string;
};

function Problem({ outcome, intent, prefix = "", lead }: ErrorSummaryProps) {
  const say = useSay();
  const answered = useAnswer<Refused>();
  const refused = outcome === undefined ? answered : (outcome as Refused | undefined);
  // The line for the password says itself what is missing.
  if (isOnlyConfirm(refused)) return null;
  if (!refused?.problem && !refused?.errors) return null;
  if (intent && refused.intent && refused.intent !== intent) return null;
  const errors = Object.entries(refused.errors ?? {});
  const whole = [...new Set(errors.map(([, key]) => key).filter(isOfTheForm))];
  return (
    <div
      data-error-summary=""
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: a form was just sent, and its errors come first, also without JavaScript
      autoFocus
      role="alert"
      className={`mb-6 ${problemLook}`}
      aria-labelledby="problem-title"
    >
      <RefusedToast refused={refused} />
      <h2 id="problem-title" className="mb-1">
        {say("error.summary")}
      </h2>
      {refused.failed && refused.failed !== refused.problem && <p>{say(refused.failed)}</p>}
      {refused.meanwhile ? (
        <>
          <WhoChanged meanwhile={refused.meanwhile} sent={refused.values ?? {}} prefix={prefix} />
          <p>{lead ?? say("form.meanwhile")}</p>
        </>
      ) : (
        errors.length === 0 && refused.problem && <p>{say(refused.problem, refused.params)}</p>
      )}
      {whole.map((key) => (
        <p key={key}>{say(key)}</p>
      ))}
      <ul>
        {errors
          .filter(([name, key]) => !isOfTheForm(problemOfField(name, key)))
          .map(([name, key]) => (
            <li key={name}>
              <a className="inline-flex min-h-11 items-center py-2" href={`#${idOf(prefix, name)}`}>
                {wordsOf(name, key, refused, say)}
              </a>
            </li>
          ))}
      </ul>
    </div>
  );
}

type WhoChangedProps = { meanwhile: Meanwhile; sent: NonNullable<Refused["values"]>; prefix: string };

/** Who changed what while the form was open, and when; the fields of the form are linked. */
function WhoChanged({ meanwhile: { changes, names }, sent, prefix }: WhoChangedProps) {
  const say = useSay();
  const locale = useLocale();
  const has = (name: string) => Object.keys(sent).some((key) => key === name || key.startsWith(`${name}:`));
  return changes.map((change) => (
    <p key={change.at}>
      {whoChanged(change, say, locale)}
      {firstOfEach(change.fields, names).map((name, nth) => (
        <span key={name}>
          {nth > 0 ? ", " : ": "}
          {has(name) ? <a href={`#${idOf(prefix, name)}`}>{say(names[name]!)}</a> : say(names[name]!)}
        </span>
      ))}
    </p>
  ));
}

/** The fields that have a name, one for each: an address is told once. */
const firstOfEach = (fields: readonly string[], names: Meanwhile["names"]) =>
  fields.filter((name, at) => names[name] && fields.findIndex((other) => names[other] === names[name]) === at);
