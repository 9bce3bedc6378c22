import type { ReactNode } from "react";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useField } from "#app/ui/form/form-state.ts";
import { showDay, showHours } from "#modules/kernel/clock.ts";
import { ChoiceFace } from "./choice-face.tsx";
import type { WindowChoice } from "./window-choice.server.ts";

/** The preferences without a time of their own, in the words of a choice. */
export const preferenceWords = { IMMEDIATELY: "tracking.time.IMMEDIATELY", WITHIN_24_HOURS: "book.time.day" } as const;

type TimeChoiceProps = { value: string; id?: string | undefined; disabled?: boolean; children: ReactNode };

/** One time of a form's `when`. */
export function TimeChoice({ value, id, disabled = false, children }: TimeChoiceProps) {
  const field = useField("when");
  return (
    <label className="relative">
      <input
        type="radio"
        id={id}
        name="when"
        value={value}
        defaultChecked={field.value === value && !disabled}
        disabled={disabled}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
      />
      <ChoiceFace>{children}</ChoiceFace>
    </label>
  );
}

/** The days a window can be chosen on, the shown one marked. */
export function WindowDays({ choice: { days, day } }: { choice: WindowChoice }) {
  const say = useSay();
  const locale = useLocale();
  return (
    <nav aria-label={say("book.time.days")} className="grid grid-cols-7 gap-1">
      {days.map(({ date, to, free }) => (
        <a
          key={date}
          href={to}
          aria-current={date === day ? "date" : undefined}
          className={`grid min-h-16 place-content-center rounded-lg text-center text-lg leading-6 no-underline hover:bg-sand aria-[current]:bg-teal-800 aria-[current]:text-white ${free ? "font-[650] text-ink" : "text-soft"}`}
        >
          <span className="text-xs font-normal">{showDay(date, "weekday", locale)}</span> {Number(date.slice(8))}
          {!free && <span className="sr-only"> {say("book.time.full")}</span>}
        </a>
      ))}
    </nav>
  );
}

const states = { over: "book.time.over", "too soon": "book.time.tooSoon", full: "book.time.full" } as const;

type WindowsProps = {
  choice: WindowChoice;
  /** Whether they are the first choices of `when`: its error stands with them, and its link leads to the first free one. */
  first?: boolean;
};

/** The windows of the shown day. */
export function Windows({ choice: { day, windows }, first = false }: WindowsProps) {
  const say = useSay();
  const locale = useLocale();
  const field = useField("when");
  const error = first && field.error;
  const firstFree = windows.find(({ state }) => state === "free")?.value;
  return (
    <fieldset aria-describedby={error ? `${field.id}-error` : undefined}>
      <legend className="mb-2 font-semibold">{showDay(day, "day", locale)}</legend>
      {error && (
        <span id={`${field.id}-error`} className="wrong mb-2 block">
          {error}
        </span>
      )}
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {windows.map(({ value, from, until, state }) => (
          <TimeChoice
            key={value}
            value={value}
            id={first && value === firstFree ? field.id : undefined}
            disabled={state !== "free"}
          >
            <span className="whitespace-nowrap">{showHours(from, until, locale)}</span>
            {state !== "free" && <span className="block text-sm">{say(states[state])}</span>}
          </TimeChoice>
        ))}
      </div>
    </fieldset>
  );
}
