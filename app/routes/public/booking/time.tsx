import { Band, bandContent, bandPage, goLook } from "#app/parts/tickets/band.tsx";
import { ChoiceFace } from "#app/parts/times/choice-face.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { Wording } from "#app/ui/base/said.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useTitle } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useField } from "#app/ui/form/form-state.ts";
import { showDay, showHours } from "#modules/kernel/clock.ts";
import { FeeBar } from "./fee-bar.tsx";
import type { TimeView } from "./short-views.server.ts";

/** When: as soon as possible, within a day, or a window of two hours of the next seven days. */
export function TimeStep({ view }: { view: TimeView }) {
  const say = useSay();
  const titleOf = useTitle();
  return (
    <Form intent="time" values={{ when: view.chosen }} className={bandPage} data-enhance="once">
      <Band
        title={say("book.time.title")}
        lead={say("book.time.lead")}
        up={{ to: view.back, words: `${say("book.stepOf", { step: 4, total: 5 })} · ${titleOf(view.service)}` }}
        step={4}
      />
      <div className={bandContent}>
        <ErrorSummary />
        <fieldset className="grid gap-3">
          <legend className="sr-only">{say("booking.time")}</legend>
          <Simple type="IMMEDIATELY" words={say("tracking.time.IMMEDIATELY")} />
          <Simple type="WITHIN_24_HOURS" words={say("book.time.day")} />
        </fieldset>
        <section className="grid gap-3">
          <h2>{say("book.time.choose")}</h2>
          {view.days.some(({ free }) => free) ? (
            <>
              <Days view={view} />
              <Windows view={view} />
            </>
          ) : (
            <p className="note note-warm">{say("book.time.noneFree")}</p>
          )}
        </section>
      </div>
      <FeeBar price={view.price} usual={view.usual}>
        <button type="submit" className={goLook}>
          {say("book.continue")}
        </button>
      </FeeBar>
    </Form>
  );
}

/** A preference without a time of its own. */
function Simple({ type, words }: { type: "IMMEDIATELY" | "WITHIN_24_HOURS"; words: string }) {
  const say = useSay();
  const field = useField("when");
  return (
    <label className="relative">
      <input
        type="radio"
        id={type === "IMMEDIATELY" ? field.id : undefined}
        name="when"
        value={type}
        defaultChecked={field.value === type}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <ChoiceFace>
        <span className="font-semibold">
          <Wording words={words} literal={say(`booking.time.${type}`)} />
        </span>
        <span className="block text-sm text-soft">{say(`booking.timeHint.${type}`)}</span>
      </ChoiceFace>
    </label>
  );
}

function Days({ view }: { view: TimeView }) {
  const say = useSay();
  const locale = useLocale();
  return (
    <nav aria-label={say("book.time.days")} className="grid grid-cols-7 gap-1">
      {view.days.map(({ date, to, free }) => (
        <a
          key={date}
          href={to}
          aria-current={date === view.day ? "date" : undefined}
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

function Windows({ view }: { view: TimeView }) {
  const say = useSay();
  const locale = useLocale();
  const field = useField("when");
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{showDay(view.day, "day", locale)}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {view.windows.map(({ value, from, until, state }) => (
          <label key={value} className="relative">
            <input
              type="radio"
              name="when"
              value={value}
              defaultChecked={field.value === value && state === "free"}
              disabled={state !== "free"}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
            />
            <ChoiceFace>
              <span className="whitespace-nowrap">{showHours(from, until, locale)}</span>
              {state !== "free" && <span className="block text-sm">{say(states[state])}</span>}
            </ChoiceFace>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
