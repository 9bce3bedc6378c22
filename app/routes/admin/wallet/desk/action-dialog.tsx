import { useEffect, useRef, useState } from "react";
import { AdjustForm } from "#app/parts/wallet/adjust-form.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useListAddress } from "#app/ui/desk/filters.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { AreaField, MoneyField, RadioCards, TextField } from "#app/ui/form/fields.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { endsBalance, NewWalletAction, type WalletAction, walletActions } from "#modules/wallet/shared.ts";
import { PartySearch } from "./party-search.tsx";
import type { ActionDialog } from "./view.server.ts";

type WalletActionDialogProps = { dialog: ActionDialog; closeTo: string };

/** Initiate Wallet Action (R421): whose wallet, then what is done to it, the amount and why. */
export function WalletActionDialog({ dialog, closeTo }: WalletActionDialogProps) {
  const say = useSay();
  const inside = useRef<HTMLDivElement>(null);
  const who = dialog.party?.id;
  const before = useRef(who);
  // Opening is the dialog's own to focus; the other step, once it stands in the place of the first, is begun here.
  useEffect(() => {
    if (before.current === who) return;
    before.current = who;
    inside.current?.querySelector<HTMLElement>("[data-party], input[type=search]")?.focus();
  }, [who]);
  return (
    <AddressDialog title={say("walletDesk.initiate")} closeTo={closeTo} side>
      <div ref={inside} className="contents">
        {dialog.party ? (
          <ActionForm key={dialog.party.id} dialog={dialog} party={dialog.party} closeTo={closeTo} />
        ) : (
          <PartySearch dialog={dialog} closeTo={closeTo} />
        )}
      </div>
    </AddressDialog>
  );
}

type Party = NonNullable<ActionDialog["party"]>;

/**
 * What is done to the wallet of the party that was chosen. A field that does not go with the chosen action is hidden by
 * the style sheet, so without JavaScript, too.
 */
function ActionForm({ dialog, party, closeTo }: WalletActionDialogProps & { party: Party }) {
  const say = useSay();
  const to = useListAddress();
  const [typed, setTyped] = useState<{ kind: string; rupees: number }>();
  const [request] = party.requests;
  return (
    <AdjustForm
      intent="initiate"
      schema={NewWalletAction}
      hidden={{ userType: party.of, [party.of === "Technician" ? "technician" : "consumer"]: party.id }}
      className="wallet-act"
      closeTo={closeTo}
      onChange={(event) => {
        const form = new FormData(event.currentTarget);
        const [amount, bonus] = ["amount", "bonus"].map((name) => rupeesIn(form.get(name)));
        const kind = String(form.get("kind") ?? "");
        setTyped({ kind, rupees: amount! + (kind === "Wallet Added" ? bonus! : 0) });
      }}
    >
      <p
        className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 rounded-md border border-rim px-2.5 py-2"
        tabIndex={-1}
        data-party
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
      <MoneyField
        name="amount"
        label={say("walletAct.amount")}
        hint={<After party={party} {...(typed && typed.rupees > 0 ? typed : example)} />}
        maxLength={9}
        required
      />
      <MoneyField
        name="bonus"
        label={say("walletDesk.bonus")}
        hint={say("walletAct.bonusHint")}
        maxLength={9}
        required={false}
        className="for-recharge"
      />
      <div className="for-request">
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
        className="for-payout"
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

/** An amount in whole rupees as it is typed; 0 where it is none. */
const rupeesIn = (typed: unknown) =>
  Number(
    /^\d+$/.exec(
      String(typed ?? "")
        .replaceAll(",", "")
        .trim(),
    )?.[0] ?? 0,
  );

/** What is said before an amount is typed. */
const example = { kind: "Wallet Added" satisfies WalletAction as string, rupees: 100 };

/** The balance that an amount leads to: penalty, payout and waiver are taken away, everything else is added. */
function After({ party, kind, rupees: amount }: { party: Party; kind: string; rupees: number }) {
  const say = useSay();
  const takes = (["Penalty", "Payout", "Waiver"] satisfies WalletAction[] as string[]).includes(kind);
  return say(takes ? "walletAct.afterPenalty" : "walletAct.after", {
    amount: rupees(amount * 100),
    balance: rupees(party.balancePaise + (takes ? -amount : amount) * 100),
  });
}
