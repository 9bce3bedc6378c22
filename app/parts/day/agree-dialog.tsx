import { useLocation } from "@remix-run/react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { AgreeForm } from "#app/parts/times/agree-form.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import type { TimesToAgree } from "#modules/tickets/index.ts";

/** Agrees a free time for a request of the center; `at` is the window to which it was dragged. */
export function AgreeDialog({ agreeing }: { agreeing: TimesToAgree & { at?: string } }) {
  const say = useSay();
  const closeTo = addressWith(useLocation(), { agree: null, at: null });
  return (
    <AddressDialog title={say("day.agree.of", { number: agreeing.number })} closeTo={closeTo}>
      <AgreeForm agreeing={agreeing} intent="agree" closeTo={closeTo} />
    </AddressDialog>
  );
}
