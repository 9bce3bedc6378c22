import { useLocation } from "@remix-run/react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { AgreeForm } from "#app/parts/times/agree-form.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import type { TimesToAgree } from "#modules/tickets/index.ts";

/** Agrees a free time for a request of the center. */
export function AgreeDialog({ agreeing }: { agreeing: TimesToAgree }) {
  const say = useSay();
  const closeTo = addressWith(useLocation(), { agree: null });
  return (
    <AddressDialog title={say("day.agree.of", { number: agreeing.number })} closeTo={closeTo}>
      <AgreeForm agreeing={agreeing} intent="agree" closeTo={closeTo} />
    </AddressDialog>
  );
}
