import type { ReactNode } from "react";
import { useSay } from "../base/say.tsx";

export type Step = {
  label: string;
  /** When it happened, as text for the reader. */
  at?: string | null;
  state: "done" | "now" | "waiting" | "skipped";
  more?: ReactNode;
};

/** Past and coming steps from top to bottom; each also shows its state in a word. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  const say = useSay();
  return (
    <ol className="timeline">
      {steps.map(({ label, at, state, more }) => (
        <li key={label} className={state} aria-current={state === "now" ? "step" : undefined}>
          <p className={state === "waiting" || state === "skipped" ? "text-soft" : "font-semibold"}>
            {label}
            <span className="sr-only"> – {say(`timeline.${state}`)}</span>
          </p>
          {state === "skipped" && (
            <p className="text-sm text-soft" aria-hidden="true">
              {say("timeline.skipped")}
            </p>
          )}
          {at && <p className="text-sm text-soft">{at}</p>}
          {more}
        </li>
      ))}
    </ol>
  );
}
