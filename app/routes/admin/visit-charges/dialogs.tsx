import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { showDate } from "#modules/kernel/clock.ts";
import { rupees, toRupees } from "#modules/kernel/money.ts";
import type { visitChargesView } from "./view.server.ts";

type View = Pick<Awaited<ReturnType<typeof visitChargesView>>, "service" | "ending" | "cancelling">;

/** The question before a charge ends, or before a planned one is taken back. */
export function ChargeDialog({ view: { service, ending, cancelling }, closeTo }: { view: View; closeTo: string }) {
  const say = useSay();
  const locale = useLocale();
  if (ending)
    return (
      <AddressDialog title={say("visitCharge.end.title")} closeTo={closeTo}>
        <ConfirmForm
          intent="end"
          fields={{ serviceId: service.id, area: ending.area, was: String(toRupees(ending.amount)) }}
          question={say("visitCharge.end.question", { amount: rupees(ending.amount), area: ending.area })}
          hint={say("visitCharge.end.hint")}
          act={say("common.end")}
          closeTo={closeTo}
        />
      </AddressDialog>
    );
  if (cancelling)
    return (
      <AddressDialog title={say("visitCharge.cancel.title")} closeTo={closeTo}>
        <ConfirmForm
          intent="cancel"
          fields={{ chargeId: cancelling.id }}
          question={say("visitCharge.cancel.question", {
            amount: rupees(cancelling.to),
            area: cancelling.area,
            date: showDate(cancelling.effectiveFrom, locale),
          })}
          act={say("price.cancel")}
          closeTo={closeTo}
        />
      </AddressDialog>
    );
  return null;
}
