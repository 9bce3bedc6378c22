import { useLocation } from "@remix-run/react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { FreeTimes } from "#app/parts/times/free-times.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { NotNow } from "#app/ui/form/not-now.tsx";
import type { TimesToAgree } from "#modules/tickets/index.ts";
import { AgreeTime } from "#modules/tickets/shared.ts";

export type Agreeing = TimesToAgree;

/** Agrees a free time for a request of the center. */
export function AgreeDialog({ agreeing: { ticketId, number, version, days } }: { agreeing: Agreeing }) {
  const say = useSay();
  const closeTo = addressWith(useLocation(), { agree: null });
  return (
    <AddressDialog title={say("day.agree.of", { number })} closeTo={closeTo}>
      {days.length > 0 ? (
        <DialogForm
          schema={AgreeTime}
          intent="agree"
          hidden={{ ticketId, version: String(version) }}
          act={say("day.agree")}
          closeTo={closeTo}
        >
          <p className="text-soft">{say("day.agree.lead")}</p>
          <FreeTimes type="radio" name="at" label={say("center.propose.times")} days={days} />
        </DialogForm>
      ) : (
        <NotNow reason={say("center.propose.none")} words={["at"]} />
      )}
    </AddressDialog>
  );
}
