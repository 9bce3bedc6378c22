import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { useBusy } from "#app/ui/form/busy.ts";
import { ConfirmLine } from "#app/ui/form/confirm-fields.tsx";
import { CancelLink } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField, MoneyField, PhoneField, RadioCards, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { NewWalletAction, walletActions, walletUserTypes } from "#modules/wallet/shared.ts";

type WalletActionDialogProps = { secondAbovePaise: number; closeTo: string };

/** Initiate Wallet Action (R421): whose wallet, what is done to it, the amount and why. */
export function WalletActionDialog({ secondAbovePaise, closeTo }: WalletActionDialogProps) {
  const say = useSay();
  const busy = useBusy("initiate");
  return (
    <AddressDialog title={say("walletDesk.initiate")} closeTo={closeTo} side>
      <Form
        intent="initiate"
        schema={NewWalletAction}
        className="d-sheet-form"
        footed
        preventScrollReset
        aria-busy={busy}
        guarded
      >
        <div className="mid">
          <ErrorSummary intent="initiate" />
          <RadioCards
            name="userType"
            label={say("walletDesk.userType")}
            options={walletUserTypes.map((value) => ({ value, label: say(`walletDesk.userType.${value}`) }))}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              name="technician"
              label={say("walletDesk.technician")}
              hint={say("walletAct.technicianHint")}
              maxLength={60}
              required={false}
            />
            <PhoneField
              name="phone"
              label={say("walletDesk.phone")}
              hint={say("walletAct.phoneHint")}
              required={false}
            />
          </div>
          <RadioCards
            name="kind"
            label={say("adjust.type")}
            options={walletActions.map((kind) => ({ value: kind, label: say(`adjust.kind.${kind}`) }))}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <MoneyField name="amount" label={say("walletAct.amount")} maxLength={9} required />
            <MoneyField
              name="bonus"
              label={say("walletDesk.bonus")}
              hint={say("walletAct.bonusHint")}
              maxLength={9}
              required={false}
            />
          </div>
          <TextField
            name="ticket"
            label={say("walletAct.request")}
            hint={say("walletAct.requestHint")}
            maxLength={64}
            required={false}
          />
          <AreaField
            name="remarks"
            label={say("adjust.remarks")}
            hint={say("walletAct.remarksHint")}
            maxLength={300}
            rows={2}
            required
          />
          <p className="text-soft text-sm">{say("walletAct.second", { limit: rupees(secondAbovePaise) })}</p>
        </div>
        <div className="foot">
          <ConfirmLine />
          {/* Q06: what happened is said once the ledger has moved. */}
          <p role="status">{busy && say("adjust.processing")}</p>
          <CancelLink to={closeTo} />
          <Button disabled={busy}>{say("adjust.submit")}</Button>
        </div>
      </Form>
    </AddressDialog>
  );
}
