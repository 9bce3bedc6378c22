import { useLocation } from "@remix-run/react";
import type { ComponentProps } from "react";
import { labelTone, showVisit } from "#app/parts/tickets/words.ts";
import { Button, ButtonLink, buttonLook } from "#app/ui/base/button.tsx";
import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Countdown } from "#app/ui/clock/countdown.tsx";
import { Elapsed } from "#app/ui/clock/elapsed.tsx";
import { NearForm } from "#app/ui/form/near-form.tsx";
import { Cut, cellText, type Looks, Moment } from "#app/ui/list/columns.tsx";
import { type ShownTable, Table } from "#app/ui/list/table.tsx";
import { showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { listOf } from "./list-address.ts";
import { Propose, Proposed } from "./other-times.tsx";
import type { ListedOffer } from "./view.server.ts";

const openRow =
  "max-md:border-l-4! max-md:border-l-marigold-400! md:*:first:shadow-[inset_4px_0_0_var(--color-marigold-400)]";
/** The look of a row that came while the page was open, which its list's island marks. */
const freshRow = "data-fresh:animate-[arrive_1.2s_ease-out] data-fresh:not-hover:bg-marigold-50";

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
  table: ShownTable<ListedOffer>;
  /** The offer whose acceptance from the wallet is being confirmed, in its row. */
  confirming?: string | null;
  /** The offer that was just accepted. */
  done?: string | null;
};

/** The table of offers. */
export function Offers({ title, table, confirming, done }: OffersProps) {
  return (
    <Table
      caption={title}
      table={table}
      looks={useLooks()}
      acts={(row) => (row.id === done ? <Done row={row} /> : <Answer row={row} confirming={row.id === confirming} />)}
      rowClass={({ status }) => (status === "PENDING" || status === "RESERVED" ? `${openRow} ${freshRow}` : undefined)}
    />
  );
}

function useLooks(): Looks<ListedOffer> {
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  return {
    number: {
      show: ({ status, label, cells }) => (
        <>
          <span className="block font-semibold">{cellText(cells.number)}</span>
          <span className="my-1 flex flex-wrap gap-1">
            <span className="hidden in-[[data-fresh]]:contents">
              <Chip tone="info">{say("common.new")}</Chip>
            </span>
            <Chip tone={tones[status]}>{cellText(cells.status)}</Chip>
            <Chip tone={labelTone(label)}>{cellText(cells.origin)}</Chip>
          </span>
          <Moment className="block text-xs text-soft" at={cells.created} locale={locale} />
          {cells.waits instanceof Date && (
            <Elapsed className="block text-xs font-semibold" what="waiting" since={cells.waits} />
          )}
        </>
      ),
    },
    service: {
      show: ({ cells }) => (
        <>
          <Cut className="block font-semibold" text={nameOf(cellText(cells.service))} />
          {cells.requirement && (
            <span className="line-clamp-3 text-soft md:min-w-44">{cellText(cells.requirement)}</span>
          )}
        </>
      ),
    },
    place: {
      show: ({ cells }) => (
        <>
          {cells.place && <span className="block">{cellText(cells.place)}</span>}
          <span className="tabular-nums">{cellText(cells.pincode)}</span>
        </>
      ),
    },
    when: {
      show: ({ cells, free }) => (
        <>
          {cells.visit instanceof Date ? showVisit(cells.visit, locale) : cellText(cells.when)}
          <Free names={free} />
        </>
      ),
    },
    cost: { show: (row) => <Cost row={row} /> },
    status: { within: "number" },
    origin: { within: "number" },
    created: { within: "number" },
    waits: { within: "number" },
    requirement: { within: "service" },
    pincode: { within: "place" },
    visit: { within: "when" },
  };
}

/** Who could go then: up to three by name. */
function Free({ names }: { names: readonly string[] }) {
  const say = useSay();
  const locale = useLocale();
  if (names.length === 0) return null;
  const words =
    names.length > 3
      ? say("center.offers.freeMany", { n: names.length })
      : say("center.offers.freeThen", {
          names: new Intl.ListFormat(locale).format(names),
          n: names.length,
          count: names.length,
        });
  return <span className="block text-sm text-soft">{words}</span>;
}

/** What accepting costs and who pays, shown before accepting. */
function Cost({ row }: { row: ListedOffer }) {
  const say = useSay();
  const cost = cellText(row.cells.cost);
  const isOpen = row.status === "PENDING" || row.status === "RESERVED";
  if (row.paidFrom || row.pricePaise === 0 || !isOpen) return <>{cost}</>;
  return (
    <>
      <span className="block font-semibold tabular-nums">{cost}</span>
      <span className="text-soft">{say(row.walletCovers ? "center.offers.fromWallet" : "center.offers.byCard")}</span>
    </>
  );
}

/** Accept and Reject while the offer is PENDING (R137); its other actions later. */
function Answer({ row, confirming }: { row: ListedOffer; confirming: boolean }) {
  const say = useSay();
  const locale = useLocale();
  const here = useLocation();
  if (row.status === "RESERVED" && row.secondsLeft > 0) {
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-sm">
          {say("center.offers.reserved")} <Countdown seconds={row.secondsLeft} />
        </p>
        <ButtonLink small reload to={`/brodcast-requests?pay=${row.id}`}>
          {say("center.pay.go")}
        </ButtonLink>
      </div>
    );
  }
  if (confirming) return <FromWallet row={row} />;
  if (row.mayAnswer || row.status === "RESERVED") {
    return (
      <div className="flex flex-wrap gap-2">
        <Accept row={row} />
        {row.mayAnswer && (
          <Link
            preventScrollReset
            className={buttonLook({ tone: "quiet", small: true })}
            to={listOf(here, { reject: row.id })}
            aria-label={say("center.reject.of", { number: cellText(row.cells.number) })}
          >
            {say("center.reject")}
          </Link>
        )}
        {row.mayPropose && !row.bar && <Propose row={row} />}
        {row.proposed && <Proposed row={row} proposed={row.proposed} />}
        {row.bar && <Barred id={`bar-${row.id}`} bar={row.bar} />}
        {row.status === "RESERVED" && !row.bar && (
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

/** What comes next for a request that was just accepted, in its own row; it takes the focus its button had. */
function Done({ row: { ticketId, cells } }: { row: ListedOffer }) {
  const say = useSay();
  return (
    <section
      tabIndex={-1}
      data-changed=""
      aria-label={`${say("broadcast.accepted")} ${cellText(cells.number)}`}
      className="flex flex-wrap gap-2"
    >
      <ButtonLink small to={`/tickets-center?ticket=${ticketId}&act=assign`}>
        {say("center.act.assign")}
      </ButtonLink>
      <ButtonLink small tone="quiet" to={`/tickets-center?ticket=${ticketId}`}>
        {say("center.offers.toTicket")}
      </ButtonLink>
    </section>
  );
}

/** Why an offer cannot be accepted now, and until when; the page revalidates at that time. */
function Barred({ id, bar }: { id: string; bar: NonNullable<ListedOffer["bar"]> }) {
  const say = useSay();
  const locale = useLocale();
  return (
    <p id={id} className="basis-full text-sm text-marigold-700">
      {say(`center.offers.${bar.why}`, { limit: bar.most, time: bar.at ? showTime(bar.at, locale) : "" })}{" "}
      {bar.seconds > 0 && <Countdown seconds={bar.seconds} />}
    </p>
  );
}

/** Accepts at once, or by card; what the wallet pays is asked about first, because it is not given back. */
function Accept({ row }: { row: ListedOffer }) {
  const say = useSay();
  const here = useLocation();
  const number = cellText(row.cells.number);
  const price = row.pricePaise > 0 ? rupees(row.pricePaise) : undefined;
  const word = price ? say("center.acceptFor", { amount: price }) : say("center.accept");
  const label = price ? say("center.accept.ofFor", { number, amount: price }) : say("center.accept.of", { number });
  if (row.walletPays) {
    return (
      <Link
        preventScrollReset
        className={buttonLook({ small: true, className: "whitespace-nowrap" })}
        to={listOf(here, { accept: row.id })}
        aria-label={label}
      >
        {word}
      </Link>
    );
  }
  return (
    <AcceptForm
      row={row}
      disabled={row.bar !== null}
      {...(row.bar && { "aria-describedby": `bar-${row.id}` })}
      aria-label={label}
    >
      {word}
    </AcceptForm>
  );
}

type AcceptFormProps = ComponentProps<typeof Button> & { row: ListedOffer };

/** The form of an acceptance. */
const AcceptForm = ({ row, ...button }: AcceptFormProps) => (
  <NearForm intent="accept" action={listOf(useLocation())}>
    <input type="hidden" name="broadcastId" value={row.id} />
    <Button small className="whitespace-nowrap" {...button} />
  </NearForm>
);

/** The question before the wallet pays, in the place of the buttons; Enter confirms. */
function FromWallet({ row }: { row: ListedOffer }) {
  const say = useSay();
  const here = useLocation();
  const number = cellText(row.cells.number);
  const amount = rupees(row.pricePaise);
  return (
    <div className="grid gap-2">
      <p id={`ask-${row.id}`} className="font-semibold md:max-w-56">
        {say("center.accept.question", { number, amount })}
      </p>
      <div className="flex flex-wrap gap-2">
        <AcceptForm
          row={row}
          // Accept was just pressed in this place, and Enter confirms.
          autoFocus
          data-changed=""
          aria-describedby={`ask-${row.id}`}
        >
          {say("center.acceptFor", { amount })}
        </AcceptForm>
        <Link preventScrollReset className={buttonLook({ tone: "quiet", small: true })} to={listOf(here)}>
          {say("shell.cancel")}
        </Link>
      </div>
    </div>
  );
}
