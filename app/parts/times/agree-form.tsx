import { useSay } from "#app/ui/base/say.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { NotNow } from "#app/ui/form/not-now.tsx";
import type { TimesToAgree } from "#modules/tickets/index.ts";
import { AgreeTime } from "#modules/tickets/shared.ts";
import { FreeTimes } from "./free-times.tsx";

type AgreeFormProps = {
  /** `at` is the time that is chosen at first. */
  agreeing: TimesToAgree & { at?: string };
  intent: string;
  closeTo: string;
};

/** Agrees a free time of its center with the customer of a request. */
export function AgreeForm({ agreeing: { ticketId, version, days, at }, intent, closeTo }: AgreeFormProps) {
  const say = useSay();
  if (days.length === 0) return <NotNow reason={say("center.propose.none")} words={["at"]} />;
  return (
    <DialogForm
      schema={AgreeTime}
      intent={intent}
      hidden={{ ticketId, version: String(version) }}
      values={at ? { at } : {}}
      act={say("day.agree")}
      closeTo={closeTo}
    >
      <p className="text-soft">{say("day.agree.lead")}</p>
      <FreeTimes type="radio" name="at" label={say("center.propose.times")} days={days} />
    </DialogForm>
  );
}
