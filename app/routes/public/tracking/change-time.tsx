import type { ReactNode } from "react";
import { Band, bandContent, bandPage, goLook, PriceBar } from "#app/parts/tickets/band.tsx";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { showVisit } from "#app/parts/tickets/words.ts";
import { ChoiceFace } from "#app/parts/times/choice-face.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useField } from "#app/ui/form/form-state.ts";
import { showDateTime, showDay, showHours } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { ChangeTime } from "#modules/tickets/shared.ts";
import type { ChangeTimeView } from "./view.server.ts";

/** Another time of one's request: at once, or one its center must agree to, with its clock before the button. */
export function ChangeTimeForm({ view }: { view: ChangeTimeView }) {
  const say = useSay();
  const locale = useLocale();
  const nameOf = useName();
  const { id, left, atMost, until, asksCenter } = view;
  const wanted = useWanted(view);
  const up = say("changeTime.now", { service: view.service ? nameOf(view.service) : view.number, time: wanted });
  return (
    <Form schema={ChangeTime} intent="changeTime" className={bandPage} data-enhance="once">
      <input type="hidden" name="ticketId" value={id} />
      <input type="hidden" name="version" value={view.version} />
      <Band
        title={say("changeTime.title")}
        lead={[
          say("changeTime.left", { left, most: atMost }),
          until && say("changeTime.until", { time: showDateTime(until, locale) }),
        ]
          .filter(Boolean)
          .join(" ")}
        up={{ to: trackingPath(id), words: up }}
        step={asksCenter ? 2 : 1}
        parts={6}
      />
      <div className={bandContent}>
        <ErrorSummary />
        <Days view={view} />
        <Windows view={view} />
        {asksCenter ? <MustAgree view={view} /> : <Preferences view={view} />}
      </div>
      <PriceBar price={rupees(0)} hint={say("changeTime.free")}>
        <button type="submit" className={goLook}>
          {say(asksCenter ? "changeTime.ask" : "changeTime.act")}
        </button>
      </PriceBar>
    </Form>
  );
}

/** The time it has now. */
function useWanted({ wanted: { type, at } }: ChangeTimeView) {
  const say = useSay();
  const locale = useLocale();
  return type === "SPECIFIC_DATE_AND_TIME" && at ? showVisit(at, locale) : say(`tracking.time.${type}`);
}

/** Until when the center answers, and that the time stands until then. */
function MustAgree({ view }: { view: ChangeTimeView }) {
  const say = useSay();
  const locale = useLocale();
  const until = showDateTime(view.answerUntil, locale);
  const time = useWanted(view);
  return (
    <div className="rounded-lg bg-sand p-4">
      <p className="font-[650]">{say("changeTime.mustAgree", { center: view.center ?? say("common.center") })}</p>
      <p>{view.wanted.at ? say("changeTime.stays", { time, until }) : say("changeTime.staysAny", { until })}</p>
    </div>
  );
}

function Days({ view }: { view: ChangeTimeView }) {
  const say = useSay();
  const locale = useLocale();
  return (
    <nav aria-label={say("book.time.days")} className="grid grid-cols-7 gap-1">
      {view.days.map(({ date, to }) => (
        <a
          key={date}
          href={to}
          aria-current={date === view.day ? "date" : undefined}
          className="grid min-h-16 place-content-center rounded-lg text-center text-lg leading-6 font-[650] text-ink no-underline hover:bg-sand aria-[current]:bg-teal-800 aria-[current]:text-white"
        >
          <span className="text-xs font-normal">{showDay(date, "weekday", locale)}</span> {Number(date.slice(8))}
        </a>
      ))}
    </nav>
  );
}

const states = { over: "book.time.over", "too soon": "book.time.tooSoon", full: "book.time.full" } as const;

function Windows({ view }: { view: ChangeTimeView }) {
  const say = useSay();
  const locale = useLocale();
  const field = useField("when");
  const first = view.windows.find(({ state }) => state === "free")?.value;
  return (
    <fieldset aria-describedby={field.error && `${field.id}-error`}>
      <legend className="mb-2 font-semibold">{showDay(view.day, "day", locale)}</legend>
      {field.error && (
        <span id={`${field.id}-error`} className="wrong mb-2 block">
          {field.error}
        </span>
      )}
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {view.windows.map(({ value, from, until, state }) => (
          <Choice key={value} value={value} id={value === first ? field.id : undefined} disabled={state !== "free"}>
            <span className="whitespace-nowrap">{showHours(from, until, locale)}</span>
            {state !== "free" && <span className="block text-sm">{say(states[state])}</span>}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

/** The preferences without a time of their own, while no center has the request. */
function Preferences({ view }: { view: ChangeTimeView }) {
  const say = useSay();
  const left = (["IMMEDIATELY", "WITHIN_24_HOURS"] as const).filter((type) => type !== view.wanted.type);
  return (
    <div className="grid gap-2">
      {left.map((type) => (
        <Choice key={type} value={type}>
          {say(type === "IMMEDIATELY" ? "tracking.time.IMMEDIATELY" : "book.time.day")}
        </Choice>
      ))}
    </div>
  );
}

type ChoiceProps = { value: string; id?: string | undefined; disabled?: boolean; children: ReactNode };

function Choice({ value, id, disabled = false, children }: ChoiceProps) {
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
