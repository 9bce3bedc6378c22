import { Band, bandContent, bandPage, goLook } from "#app/parts/tickets/band.tsx";
import { useSpan } from "#app/parts/times/span.ts";
import { preferenceWords, TimeChoice, WindowDays, Windows } from "#app/parts/times/window-choice.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { Wording } from "#app/ui/base/said.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useTitle } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useField } from "#app/ui/form/form-state.ts";
import { minute, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { hoursAfterAcceptance } from "#modules/tickets/shared.ts";
import { FeeBar } from "./fee-bar.tsx";
import type { TimeView } from "./short-views.server.ts";
import { stepWords } from "./words.ts";

/** When: as soon as possible, within a day, or a window of two hours of the next seven days. */
export function TimeStep({ view }: { view: TimeView }) {
  const say = useSay();
  const titleOf = useTitle();
  const locale = useLocale();
  return (
    <Form intent="time" values={{ when: view.chosen }} className={bandPage} data-enhance="once">
      <Band
        title={say("book.time.title")}
        lead={say("book.time.lead")}
        up={{ to: view.back, words: stepWords(4, titleOf(view.service), say) }}
        step={4}
      />
      <div className={bandContent}>
        <ErrorSummary />
        <fieldset className="grid gap-3">
          <legend className="sr-only">{say("booking.time")}</legend>
          <Preference type="IMMEDIATELY" hint={say("book.time.soonHint", { n: hoursAfterAcceptance })} first />
          <Preference
            type="WITHIN_24_HOURS"
            hint={say("book.time.dayHint", { time: `${say("book.tomorrow")}, ${showTime(view.dayEnds, locale)}` })}
          />
        </fieldset>
        <section className="grid gap-3">
          <h2>{say("book.time.choose")}</h2>
          {view.days.some(({ free }) => free) ? (
            <>
              <WindowDays choice={view} />
              <Windows choice={view} />
              <Bell view={view} />
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

type PreferenceProps = { type: keyof typeof preferenceWords; hint: string; first?: boolean };

/** A preference without a time of its own; the link of an error leads to the first. */
function Preference({ type, hint, first = false }: PreferenceProps) {
  const say = useSay();
  const field = useField("when");
  return (
    <TimeChoice value={type} id={first ? field.id : undefined}>
      <span className="font-semibold">
        <Wording words={say(preferenceWords[type])} literal={say(`booking.time.${type}`)} />
      </span>
      <span className="block text-sm text-soft">{hint}</span>
    </TimeChoice>
  );
}

/** What a window promises: within which hours they come, and what is so when nobody does. */
function Bell({ view: { chosen, windows, price } }: { view: TimeView }) {
  const say = useSay();
  const locale = useLocale();
  const { missedMinutes } = price.terms;
  const after = useSpan(missedMinutes);
  const until = windows.find(({ value }) => value === chosen)?.until;
  const choices =
    price.amountPaise > 0
      ? say("book.time.choices", { amount: rupees(price.amountPaise) })
      : say("book.time.choicesFree");
  return (
    <p className="text-sm text-soft">
      {say("book.time.bell")}{" "}
      {until
        ? say("book.time.unlessBy", {
            time: showTime(new Date(new Date(until).getTime() + missedMinutes * minute), locale),
            choices,
          })
        : say("book.time.unlessAfter", { after, choices })}
    </p>
  );
}
