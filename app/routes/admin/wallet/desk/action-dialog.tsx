import { AdjustForm } from "#app/parts/wallet/adjust-form.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { AreaField, MoneyField, RadioCards, TextField } from "#app/ui/form/fields.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { rupees, toRupees } from "#modules/kernel/money.ts";
import { endsBalance, NewWalletAction, type WalletAction, walletActions } from "#modules/wallet/shared.ts";
import { PartySearch } from "./party-search.tsx";
import type { ActionDialog } from "./view.server.ts";

type WalletActionDialogProps = { dialog: ActionDialog; closeTo: string };

/** Initiate Wallet Action (R421): whose wallet, then what is done to it, the amount and why. */
export function WalletActionDialog({ dialog, closeTo }: WalletActionDialogProps) {
  const say = useSay();
  return (
    <AddressDialog title={say("walletDesk.initiate")} closeTo={closeTo} side>
      {/* Opening is the dialog's own to focus; a step that takes the place of the other is begun here. */}
      <div className="contents" data-enhance="step" data-step={dialog.party?.id ?? ""}>
        {dialog.party ? (
          <div key="act" id={`act-${dialog.party.id}`} className="contents">
            <ActionForm dialog={dialog} party={dialog.party} closeTo={closeTo} />
          </div>
        ) : (
          <div key="search" id="party-search" className="contents">
            <PartySearch dialog={dialog} closeTo={closeTo} />
          </div>
        )}
      </div>
    </AddressDialog>
  );
}

type Party = NonNullable<ActionDialog["party"]>;

/**
 * What is done to the wallet of the party that was chosen. A field that does not go with the chosen action is hidden by
 * its style, so without JavaScript, too; one that is wrong is shown.
 */
function ActionForm({ dialog, party, closeTo }: WalletActionDialogProps & { party: Party }) {
  const say = useSay();
  const to = useListAddress();
  const [request] = party.requests;
  return (
    <AdjustForm
      intent="initiate"
      schema={NewWalletAction}
      hidden={{ userType: party.of, [party.of === "Technician" ? "technician" : "consumer"]: party.id }}
      className="group/act"
      closeTo={closeTo}
      data-enhance="after"
    >
      <p
        className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 rounded-md border border-rim px-2.5 py-2"
        tabIndex={-1}
        data-first=""
      >
        <b>{party.name}</b>
        <span className="text-soft">{party.detail}</span>
        <strong className="ml-auto">{say("walletAct.balance", { balance: rupees(party.balancePaise) })}</strong>
        {party.payablePaise !== null && party.balancePaise > 0 && (
          <span className="text-soft">{say("walletAct.payable", { amount: rupees(party.payablePaise) })}</span>
        )}
        <Link className="d-link" to={to({ act: "initiate", of: party.of, find: dialog.find, who: null })}>
          {say("walletAct.another")}
        </Link>
        {party.centerId && (
          <Link
            className="d-link"
            to={to({ act: "subscribe", center: party.centerId, of: null, find: null, who: null })}
          >
            {say("centers.act.subscribe")}
          </Link>
        )}
      </p>
      <RadioCards
        name="kind"
        label={say("adjust.type")}
        options={actionsFor(party).map((kind) => ({ value: kind, label: say(`adjust.kind.${kind}`) }))}
      />
      <MoneyField name="amount" label={say("walletAct.amount")} hint={<After party={party} />} maxLength={9} required />
      <MoneyField
        name="bonus"
        label={say("walletDesk.bonus")}
        hint={say("walletAct.bonusHint")}
        maxLength={9}
        required={false}
        className="not-has-[.wrong]:group-not-has-[[name=kind][value='Wallet_Added']:checked]/act:hidden"
      />
      <div className="not-has-[.wrong]:group-not-has-[[name=kind]:is([value=Refund],[value=Penalty]):checked]/act:hidden">
        <TextField
          name="ticket"
          label={say("walletAct.request")}
          hint={request ? say("walletAct.requestHint", { number: request }) : say("walletAct.noRequest")}
          maxLength={64}
          list="wallet-requests"
          autoComplete="off"
          required
        />
        <datalist id="wallet-requests">
          {party.requests.map((number) => (
            <option key={number} value={number} />
          ))}
        </datalist>
      </div>
      <TextField
        name="reference"
        label={say("adjust.reference")}
        hint={say("walletAct.referenceHint")}
        maxLength={40}
        autoComplete="off"
        required
        className="not-has-[.wrong]:group-not-has-[[name=kind][value=Payout]:checked]/act:hidden"
      />
      <AreaField
        name="remarks"
        label={say("common.remarks")}
        hint={say("walletAct.remarksHint")}
        maxLength={300}
        rows={2}
        required
      />
      <p className="text-soft text-sm">{say("walletAct.second", { limit: rupees(dialog.secondAbovePaise) })}</p>
    </AdjustForm>
  );
}

/** What may be done: only a customer's balance is paid out or waived. */
const actionsFor = ({ of }: Party) => walletActions.filter((kind) => of === "Consumer" || !endsBalance(kind));

/** The actions that take from the balance; everything else is added to it. */
const taking = ["Penalty", "Payout", "Waiver"] satisfies WalletAction[];
const recharge = "Wallet Added" satisfies WalletAction;

/** The balance that an amount leads to: that of an example, until one is typed. */
function After({ party: { balancePaise } }: { party: Party }) {
  const say = useSay();
  const amount = "{amount}";
  const balance = "{balance}";
  return (
    <span
      data-balance={toRupees(balancePaise)}
      data-more={say("walletAct.after", { amount, balance })}
      data-less={say("walletAct.afterPenalty", { amount, balance })}
      data-less-by={taking.join(" ")}
      data-bonus-by={recharge}
    >
      {say("walletAct.after", { amount: rupees(100_00), balance: rupees(balancePaise + 100_00) })}
    </span>
  );
}
