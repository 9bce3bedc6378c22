import { Button } from "#app/ui/base/button.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { sheetBody, sheetMiddle } from "#app/ui/dialog/sheet-look.ts";
import { RadioCards, TextField } from "#app/ui/form/fields.tsx";
import { FormFoot } from "#app/ui/form/form-foot.tsx";
import { QueryForm } from "#app/ui/list/query-form.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { WalletParty } from "#modules/wallet/index.ts";
import { walletUserTypes } from "#modules/wallet/shared.ts";
import type { ActionDialog } from "./view.server.ts";

type PartySearchProps = { dialog: ActionDialog; closeTo: string };

/**
 * Whose wallet: the user type, and a name, ID or number that finds the party. What it finds follows the typing; without
 * JavaScript the button asks for it.
 */
export function PartySearch({ dialog, closeTo }: PartySearchProps) {
  const say = useSay();
  const { of, find, parties } = dialog;
  const result = parties && say(parties.length > 0 ? "walletAct.found" : "walletAct.foundNone", { n: parties.length });
  return (
    <QueryForm
      names={["of", "find", "who"]}
      className={sheetBody}
      role="search"
      data-enhance="typed-search"
      data-looking={say("walletAct.looking")}
    >
      <div className={sheetMiddle}>
        <RadioCards
          name="of"
          label={say("common.userType")}
          value={of ?? undefined}
          options={walletUserTypes.map((value) => ({
            value,
            label: say(`walletDesk.userType.${value}`),
            hint: say(`walletAct.whose.${value}`),
          }))}
          required
        />
        <TextField
          name="find"
          label={say("walletAct.find")}
          hint={say("walletAct.findHint")}
          value={find}
          type="search"
          autoComplete="off"
          maxLength={60}
          required
        />
        <p role="status" className="text-soft text-sm" data-found="">
          {find && !of ? say("walletAct.typeFirst") : result}
        </p>
        <div data-found="">{parties && of && <Parties parties={parties} of={of} find={find} />}</div>
      </div>
      <FormFoot closeTo={closeTo} cancelFirst sheet>
        <Button>{say("common.find")}</Button>
      </FormFoot>
    </QueryForm>
  );
}

/** The parties that were found, each a link that chooses it. */
function Parties({ parties, of, find }: { parties: readonly WalletParty[]; of: string; find: string }) {
  const say = useSay();
  const to = useListAddress();
  return (
    <ul>
      {parties.map(({ id, name, detail, balancePaise }) => (
        <li key={id}>
          <Link
            className="mb-1.5 flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 rounded-md border border-rim px-2.5 py-2"
            to={to({ act: "initiate", of, find, who: id })}
            preventScrollReset
          >
            <b>{name}</b>
            <span className="text-soft">{detail}</span>
            <small className="ml-auto text-soft">{say("walletAct.balance", { balance: rupees(balancePaise) })}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}
