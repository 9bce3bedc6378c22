import type { ReactNode } from "react";
import { useSay } from "../base/say.tsx";

export type Step = {
  label: string;
  /** When it happened, as text for the reader. */
  at?: string | null;
  state: "done" | "now" | "waiting" | "skipped";
  more?: ReactNode;
};

const line =
  "relative pb-5 pl-9 before:absolute before:top-1 before:left-0.75 before:z-1 before:size-4.5 before:rounded-full not-last:after:absolute not-last:after:top-4 not-last:after:-bottom-1 not-last:after:left-2.75 not-last:after:w-0.5";
const waiting = "before:border-2 before:border-edge before:bg-white not-last:after:bg-line";
const looks = {
  done: "step-done not-last:after:bg-teal-700",
  now: "before:border-5 before:border-marigold-400 before:bg-white before:outline-2 before:outline-marigold-700 not-last:after:bg-line",
  waiting,
  skipped: waiting,
};

type TimelineProps = {
  steps: readonly Step[];
  /** Whether its step of now is the page's current one. */
  named?: boolean;
};

/** Past and coming steps from top to bottom; each also shows its state in a word. */
export function Timeline({ steps, named = true }: TimelineProps) {
  const say = useSay();
  return (
    <ol data-timeline={named ? "" : undefined}>
      {steps.map(({ label, at, state, more }) => (
        <li
          key={label}
          className={`${line} ${looks[state]}`}
          data-state={state}
          aria-current={named && state === "now" ? "step" : undefined}
        >
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
