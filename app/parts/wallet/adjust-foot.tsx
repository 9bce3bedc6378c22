import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ConfirmLine } from "#app/ui/form/confirm-fields.tsx";
import { CancelLink } from "#app/ui/form/confirm-form.tsx";

/** The foot of a form that moves money by hand; what happened is said once the ledger has moved (Q06). */
export function AdjustFoot({ busy, closeTo }: { busy: boolean; closeTo: string }) {
  const say = useSay();
  return (
    <div className="foot">
      <ConfirmLine />
      <p role="status">{busy && say("adjust.processing")}</p>
      <CancelLink to={closeTo} />
      <Button disabled={busy}>{say("common.handIn")}</Button>
    </div>
  );
}
