import { useEffect, useRef } from "react";
import type { MessageKey, MessageParams } from "#modules/kernel/messages/index.ts";
import { useAnswer } from "./answer.ts";
import { useSay } from "./say.tsx";

type Refused = { errors?: Record<string, MessageKey>; problem?: MessageKey; params?: MessageParams; intent?: string };

/**
 * What is wrong with the form that was sent, at the top of it, with a link to each field; takes the focus.
 * Reads the action's answer; give `outcome` for a fetcher's, `intent` when a page holds several forms.
 */
export function ErrorSummary({
  outcome,
  intent,
  prefix = "",
}: {
  outcome?: unknown;
  intent?: string;
  prefix?: string;
}) {
  const say = useSay();
  const answered = useAnswer<Refused>();
  const refused = outcome === undefined ? answered : (outcome as Refused | undefined);
  const box = useRef<HTMLDivElement>(null);
  const title = say("error.prefix");
  useEffect(() => {
    if (!refused?.problem && !refused?.errors) return;
    box.current?.focus();
    if (!document.title.startsWith(title)) document.title = title + document.title;
  }, [refused, title]);
  if (!refused?.problem && !refused?.errors) return null;
  if (intent && refused.intent && refused.intent !== intent) return null;
  // One line for each sentence, leading to the first field it stands at.
  const errors = Object.entries(refused.errors ?? {}).filter(
    ([, key], at, all) => all.findIndex((other) => other[1] === key) === at,
  );
  return (
    <div ref={box} data-error-summary="" tabIndex={-1} role="alert" className="problem" aria-labelledby="problem-title">
      <h2 id="problem-title" className="mb-1">
        {say("error.summary")}
      </h2>
      {errors.length === 0 && refused.problem && <p>{say(refused.problem, refused.params)}</p>}
      <ul>
        {errors.map(([name, key]) => (
          <li key={name}>
            <a className="inline-flex min-h-11 items-center" href={`#${`${prefix}${name}`.replace(/[^\w-]/g, "-")}`}>
              {say(key)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
