import { Band, bandContent, bandPage, goLook, PriceBar } from "#app/parts/tickets/band.tsx";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { showVisit } from "#app/parts/tickets/words.ts";
import { preferenceWords, TimeChoice, WindowDays, Windows } from "#app/parts/times/window-choice.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
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
        <WindowDays choice={view} />
        <Windows choice={view} first />
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

/** The preferences without a time of their own, while no center has the request. */
function Preferences({ view }: { view: ChangeTimeView }) {
  const say = useSay();
  const left = (["IMMEDIATELY", "WITHIN_24_HOURS"] as const).filter((type) => type !== view.wanted.type);
  return (
    <div className="grid gap-2">
      {left.map((type) => (
        <TimeChoice key={type} value={type}>
          {say(preferenceWords[type])}
        </TimeChoice>
      ))}
    </div>
  );
}
