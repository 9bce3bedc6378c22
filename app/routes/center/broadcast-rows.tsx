import { useLocation, useRevalidator } from "@remix-run/react";
import { useBusy } from "#app/ui/busy.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Chip, type ChipTone } from "#app/ui/chip.tsx";
import { type Column, Cut, columns } from "#app/ui/columns.tsx";
import { Countdown } from "#app/ui/countdown.tsx";
import { Rows } from "#app/ui/list-page.tsx";
import { useLocale } from "#app/ui/locale.ts";
import { NearForm, NearLink } from "#app/ui/near.tsx";
import { useSay } from "#app/ui/say.tsx";
import { showDateTime, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { addressWith } from "./addresses.ts";
import type { ListedOffer } from "./broadcasts-view.server.ts";
import { labelTone, labelWord, whenWanted } from "./words.ts";

const tones: Record<ListedOffer["status"], ChipTone> = {
  PENDING: "warm",
  RESERVED: "info",
  ACCEPTED: "good",
  REJECTED: "plain",
  TAKEN: "bad",
  CLOSED: "plain",
};

type OffersProps = {
  title: string;
  rows: readonly ListedOffer[];
  fresh?: ReadonlySet<string>;
  balancePaise: number;
};

/** The table of offers; one that came just now is marked. */
export function Offers({ title, rows, fresh, balancePaise }: OffersProps) {
  const list = useColumns(fresh, balancePaise);
  return (
    <Rows
      title={title}
      rows={rows}
      columns={list}
      acts={(row) => <Answer row={row} />}
      rowClass={({ id, status }) =>
        fresh?.has(id) ? "row-fresh" : status === "PENDING" || status === "RESERVED" ? "row-open" : undefined
      }
    />
  );
}

function useColumns(fresh: ReadonlySet<string> | undefined, balancePaise: number): Column<ListedOffer>[] {
  const say = useSay();
  const locale = useLocale();
  const c = columns<ListedOffer>(locale);
  return [
    c.own(say("center.offers.request"), (row) => (
      <>
        <span className="block font-semibold">{row.number}</span>
        <span className="my-1 flex flex-wrap gap-1">
          {fresh?.has(row.id) && <Chip tone="info">{say("center.offers.new")}</Chip>}
          <Chip tone={tones[row.status]}>{say(`center.offerStatus.${row.status}`)}</Chip>
          <Chip tone={labelTone(row.label)}>{labelWord(row.label, say)}</Chip>
        </span>
        <time className="block text-xs text-soft" dateTime={row.createdAt.toISOString()}>
          {showDateTime(row.createdAt, locale)}
        </time>
      </>
    )),
    c.own(say("center.offers.service"), (row) => (
      <>
        <Cut className="block font-semibold" text={row.service} />
        {row.requirement && <span className="line-clamp-3 text-soft md:min-w-44">{row.requirement}</span>}
      </>
    )),
    c.own(say("center.offers.place"), (row) => (
      <>
        {row.locality && <span className="block">{row.locality}</span>}
        <span className="tabular-nums">{row.pincode}</span>
      </>
    )),
    c.own(say("center.offers.when"), (row) => whenWanted(row.timePreference, say, locale)),
    c.own(say("center.offers.cost"), (row) => <Cost row={row} balancePaise={balancePaise} />),
  ];
}

/** What accepting costs and where the money comes from, said before it is accepted. */
function Cost({ row, balancePaise }: { row: ListedOffer; balancePaise: number }) {
  const say = useSay();
  if (row.paidFrom) return <>{say(`center.paidFrom.${row.paidFrom}`)}</>;
  if (row.pricePaise === 0) return <>{say("center.offers.free")}</>;
  if (row.status !== "PENDING" && row.status !== "RESERVED") return <>{rupees(row.pricePaise)}</>;
  return (
    <>
      <span className="block font-semibold tabular-nums">{rupees(row.pricePaise)}</span>
      <span className="text-soft">
        {say(balancePaise >= row.pricePaise ? "center.offers.fromWallet" : "center.offers.byCard")}
      </span>
    </>
  );
}

/** Accept and Reject while the offer is PENDING (R137); what else can be done with it later. */
function Answer({ row }: { row: ListedOffer }) {
  const say = useSay();
  const locale = useLocale();
  const here = useLocation();
  const { revalidate } = useRevalidator();
  if (row.status === "RESERVED" && row.secondsLeft > 0) {
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-sm">
          {say("center.offers.reserved")} <Countdown seconds={row.secondsLeft} onOver={revalidate} />
        </p>
        <ButtonLink small reload to={`/brodcast-requests?pay=${row.id}`}>
          {say("center.pay.go")}
        </ButtonLink>
      </div>
    );
  }
  if (row.mayAnswer || row.status === "RESERVED") {
    return (
      <div className="flex flex-wrap gap-2">
        <Accept row={row} />
        {row.mayAnswer && (
          <NearLink
            stay
            className="btn btn-quiet btn-small"
            to={addressWith(here, { reject: row.id, payment: null, ticket: null, pay: null })}
            aria-label={say("center.reject.of", { number: row.number })}
          >
            {say("center.reject")}
          </NearLink>
        )}
        {row.status === "RESERVED" && (
          <p className="basis-full text-sm text-soft">{say("center.offers.reservationOver")}</p>
        )}
        {row.busyUntil && (
          <p className="basis-full text-sm text-marigold-700">
            {say("center.offers.busy", { time: showTime(row.busyUntil, locale) })}
          </p>
        )}
      </div>
    );
  }
  if (row.status !== "ACCEPTED" && row.status !== "CLOSED") return null;
  return (
    <ButtonLink small tone="quiet" to={`/tickets-center?ticket=${row.ticketId}`}>
      {say("center.offers.toTicket")}
    </ButtonLink>
  );
}

function Accept({ row }: { row: ListedOffer }) {
  const say = useSay();
  const busy = useBusy("accept", { broadcastId: row.id });
  const price = row.pricePaise > 0 ? rupees(row.pricePaise) : undefined;
  return (
    <NearForm intent="accept" action="/brodcast-requests" aria-busy={busy}>
      <input type="hidden" name="broadcastId" value={row.id} />
      <Button
        small
        className="whitespace-nowrap"
        disabled={busy}
        aria-label={
          price
            ? say("center.accept.ofFor", { number: row.number, amount: price })
            : say("center.accept.of", { number: row.number })
        }
      >
        {price ? say("center.acceptFor", { amount: price }) : say("center.accept")}
      </Button>
    </NearForm>
  );
}
