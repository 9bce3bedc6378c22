import { Button } from "#app/ui/base/button.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showTime } from "#modules/kernel/clock.ts";
import type { WaitAtDoor } from "#modules/tickets/index.ts";

type NobodyProps = {
  ticketId: string;
  waiting: WaitAtDoor | null;
  /** Who says it: the technician, or the center that speaks of its technician. */
  speaker: "technician" | "center";
};

/** At a door that nobody opens: that the technician is there, the calls without an answer, and the closing as not found. */
export function NobodyOpens({ ticketId, waiting, speaker }: NobodyProps) {
  const say = useSay();
  const locale = useLocale();
  const time = (at: Date) => showTime(at, locale);
  if (!waiting) {
    const own = speaker === "technician";
    return (
      <Act
        ticketId={ticketId}
        intent="reached"
        hint={say(own ? "waiting.beginLead" : "waiting.centerBeginLead")}
        words={say(own ? "onVisit.there" : "waiting.technicianThere")}
      />
    );
  }
  const { reachedAt, calls, callsNeeded, until, over } = waiting;
  return (
    <div className="grid gap-5">
      <p className="font-semibold">{say("waiting.state", { since: time(reachedAt), n: calls })}</p>
      {!over && (
        <Act
          ticketId={ticketId}
          intent="logCall"
          hint={say("waiting.rule", { n: callsNeeded, until: time(until) })}
          words={say("waiting.call")}
        />
      )}
      {calls >= callsNeeded && (
        <Act
          ticketId={ticketId}
          intent="absent"
          hint={say("waiting.closeLead")}
          words={say("waiting.close")}
          tone="danger"
        />
      )}
    </div>
  );
}

type ActProps = {
  ticketId: string;
  intent: string;
  hint: string;
  words: string;
  tone?: "main" | "danger";
};

function Act({ ticketId, intent, hint, words, tone = "main" }: ActProps) {
  return (
    <Form intent={intent} className="grid justify-items-start gap-3" data-enhance="once" preventScrollReset>
      <ErrorSummary intent={intent} />
      <input type="hidden" name="ticketId" value={ticketId} />
      <p>{hint}</p>
      <Button tone={tone} className="max-sm:w-full">
        {words}
      </Button>
    </Form>
  );
}
