import { useLocation } from "@remix-run/react";
import { ProposeForm } from "#app/parts/times/propose-form.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { NearForm } from "#app/ui/form/near-form.tsx";
import { cellText } from "#app/ui/list/columns.tsx";
import { showDateTime, showDay, showDayTime, showHours } from "#modules/kernel/clock.ts";
import type { ProposalForm } from "#modules/tickets/index.ts";
import { listOf } from "./list-address.ts";
import type { ListedOffer } from "./view.server.ts";

/** The quiet way to propose other times, beside Accept and Reject. */
export function Propose({ row }: { row: ListedOffer }) {
  const say = useSay();
  const here = useLocation();
  return (
    <Link
      preventScrollReset
      className="link inline-flex min-h-9 basis-full items-center text-sm"
      to={listOf(here, { propose: row.id })}
      aria-label={say("center.propose.of", { number: cellText(row.cells.number) })}
    >
      {say("center.propose")}
    </Link>
  );
}

/** The times that were proposed, until when the customer can choose, and the way to take them back. */
export function Proposed({ row, proposed }: { row: ListedOffer; proposed: NonNullable<ListedOffer["proposed"]> }) {
  const say = useSay();
  const locale = useLocale();
  const here = useLocation();
  return (
    <div className="basis-full text-sm">
      <p className="font-semibold">{say("center.propose.waiting", { time: showDayTime(proposed.until, locale) })}</p>
      <ul className="text-soft">
        {proposed.windows.map(({ from, until }) => (
          <li key={String(from)}>{`${showDay(from, "day", locale)}, ${showHours(from, until, locale)}`}</li>
        ))}
      </ul>
      <NearForm intent="withdrawTimes" action={listOf(here)}>
        <input type="hidden" name="broadcastId" value={row.id} />
        <Button
          tone="plain"
          small
          className="-ml-3"
          aria-label={say("center.propose.withdraw.of", { number: cellText(row.cells.number) })}
        >
          {say("center.propose.withdraw")}
        </Button>
      </NearForm>
    </div>
  );
}

/** The dialog in which other times are proposed for an offer. */
export function Proposing({ row, form }: { row: ListedOffer; form: ProposalForm }) {
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  const closeTo = listOf(useLocation());
  const { cells, pricePaise } = row;
  return (
    <AddressDialog title={say("center.propose")} closeTo={closeTo}>
      <ProposeForm
        form={form}
        what={say("center.propose.what", {
          number: cellText(cells.number),
          service: nameOf(cellText(cells.service)),
          place: [cells.place, cells.pincode].filter(Boolean).join(", "),
          when: cells.visit instanceof Date ? showDateTime(cells.visit, locale) : cellText(cells.when),
        })}
        pricePaise={pricePaise}
        closeTo={closeTo}
      />
    </AddressDialog>
  );
}
