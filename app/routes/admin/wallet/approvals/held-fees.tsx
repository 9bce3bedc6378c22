import { Numbered } from "#app/parts/lists/desk-list.tsx";
import { ListFoot, ListRows, NoRows } from "#app/parts/lists/list-rows.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { RefreshButton } from "#app/ui/desk/refresh-button.tsx";
import { Facts } from "#app/ui/detail/detail.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { AreaField, RadioCards } from "#app/ui/form/fields.tsx";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { countInWords } from "#app/ui/list/counts.ts";
import { FilterBar } from "#app/ui/list/filter-bar.tsx";
import { ListFrame } from "#app/ui/list/list-frame.tsx";
import { CardName, CardSum, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { showDateTime, showDayTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { DecideHeldFee } from "#modules/tickets/shared.ts";
import type { HeldFeesPage } from "./view.server.ts";

/** The booking fees of requests that were closed without a code, oldest first, each with its decision. */
export function HeldFees({ view }: { view: HeldFeesPage }) {
  const say = useSay();
  const locale = useLocale();
  const to = useListAddress();
  const total = countInWords(view.count, say);
  const looks: Looks<ListRow> = {
    number: {
      look: "id",
      onCard: true,
      show: ({ id, cells }) => (
        <Numbered number={cellText(cells.number)} {...(view.mayOpen && { to: `/view-ticket?ticketId=${id}` })} />
      ),
    },
    held: {
      look: "soft",
      show: ({ cells }) => (cells.held instanceof Date ? showDayTime(cells.held, locale) : "-"),
    },
    remarks: { look: "soft" },
    closer: { look: "soft" },
  };
  return (
    <ListFrame
      title={say("heldFee.title")}
      count={{ text: total, label: say("heldFee.count", { n: total }) }}
      views={view.views.map(({ name, count }) => ({
        to: to({ view: name === "toDecide" ? null : name }),
        label: say(`adjust.view.${name}`),
        count: countInWords(count, say),
        current: name === "heldFees",
      }))}
      filters={<FilterBar end={<RefreshButton />} />}
      foot={<ListFoot view={view} />}
      dialogs={view.dialog && <Decide dialog={view.dialog} mayOpen={view.mayOpen} closeTo={to({})} />}
    >
      <ListRows<ListRow>
        view={view}
        looks={looks}
        compact={view.compact}
        nameOf={({ cells }) => cellText(cells.number)}
        open={({ id }) => to({ of: id })}
        acts={({ id }) => (
          <Link className="d-btn d-next" to={to({ of: id })} preventScrollReset>
            {say("common.decide")}
          </Link>
        )}
        card={({ cells }) => (
          <>
            <CardName>{cellText(cells.center)}</CardName>
            <CardSum>
              {rupees(Number(cells.amount))}
              <small>{`${say("heldFee.days")}: ${cellText(cells.days)}`}</small>
            </CardSum>
            <CardText>{cellText(cells.remarks)}</CardText>
          </>
        )}
        none={<NoRows words={say("heldFee.none")} />}
      />
    </ListFrame>
  );
}

type DecideProps = { dialog: NonNullable<HeldFeesPage["dialog"]>; mayOpen: boolean; closeTo: string };

/** What is known of the visit, and the decision. */
function Decide({ dialog, mayOpen, closeTo }: DecideProps) {
  const say = useSay();
  const locale = useLocale();
  return (
    <AddressDialog title={say("common.decide")} closeTo={closeTo}>
      <p>{say("heldFee.ask")}</p>
      <Facts
        facts={[
          {
            label: say("common.request"),
            value: mayOpen ? (
              <Link className="link" to={`/view-ticket?ticketId=${dialog.ticketId}`}>
                {dialog.number}
              </Link>
            ) : (
              dialog.number
            ),
          },
          { label: say("common.center"), value: dialog.center },
          {
            label: say("heldFee.closed"),
            value: [showDateTime(dialog.heldAt, locale), dialog.closer].filter(Boolean).join(", "),
          },
          { label: say("heldFee.remarks"), value: dialog.closeRemarks },
          { label: say("common.onSitePictures"), value: String(dialog.pictures) },
        ]}
      />
      <DialogForm
        intent="decideFee"
        schema={DecideHeldFee}
        hidden={{ ticketId: dialog.ticketId }}
        act={say("common.decide")}
        closeTo={closeTo}
        guarded
      >
        <RadioCards
          name="verdict"
          label={say("heldFee.verdict", { amount: rupees(dialog.amountPaise) })}
          options={(["EARNED", "RETURNED"] as const).map((verdict) => ({
            value: verdict,
            label: say(`heldFee.verdict.${verdict}`),
          }))}
        />
        <AreaField name="remarks" label={say("common.reason")} maxLength={300} rows={3} required />
      </DialogForm>
    </AddressDialog>
  );
}
