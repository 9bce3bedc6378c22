import { useLoaderData, useLocation } from "@remix-run/react";
import { centerActions, centerPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { TermNote } from "#app/parts/centers/term-note.tsx";
import { UnverifiedNote } from "#app/parts/centers/unverified-note.tsx";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { Refusal } from "#app/parts/tickets/refusal.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import type { Refused } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { cellText } from "#app/ui/list/columns.tsx";
import { ListFrame } from "#app/ui/list/list-frame.tsx";
import { Paging } from "#app/ui/list/paging.tsx";
import { LiveHint } from "#app/ui/shell/live.tsx";
import { showDate } from "#modules/kernel/clock.ts";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { publicId } from "#modules/kernel/validation.ts";
import { pushHere, subscribeBrowser, unsubscribeBrowser } from "#modules/notifications/index.ts";
import { SubscribeBrowser, UnsubscribeBrowser } from "#modules/notifications/shared.ts";
import {
  acceptBroadcast,
  checkAcceptance,
  giveBack,
  listBroadcasts,
  proposeWindows,
  rejectBroadcast,
  withdrawProposal,
} from "#modules/tickets/index.ts";
import { BroadcastRef, ProposeWindows } from "#modules/tickets/shared.ts";
import { Offers } from "./broadcast-rows.tsx";
import { Proposing } from "./other-times.tsx";
import { Outcome, PayPanel } from "./pay-panel.tsx";
import { PushSwitch } from "./push-switch.tsx";
import { SoundSwitch } from "./sound-switch.tsx";
import { BroadcastQuery, broadcastsView } from "./view.server.ts";

export const handle = { title: "center.menu.newTickets" } satisfies Handle;

export const loader = centerPage({ can: "desk", query: BroadcastQuery }, async (center, query, door) => ({
  ...(await broadcastsView(center, query, door)),
  push: await pushHere(center),
}));

/** Where the wanted time is full the center may propose others; any other refusal is the page's. */
function toOtherTimes(error: unknown, { broadcastId }: { broadcastId: string }, door: Door): never {
  if (!(error instanceof DomainError && error.key === "broadcast.windowFull")) throw error;
  door.toast(error.key, error.params, "bad");
  throw door.go(addressWith(door.url, { accept: null, propose: broadcastId }));
}

const Check = BroadcastRef.extend({ ticketId: publicId });

export const action = centerActions({
  accept: {
    can: "desk",
    limit: formLimit,
    input: BroadcastRef,
    once: "as often as asked",
    run: async (center, input, door) => {
      const accepted = await acceptBroadcast(center, input).catch((error) => toOtherTimes(error, input, door));
      if (!accepted.accepted) return door.go(`/brodcast-requests?pay=${input.broadcastId}`);
      const [offer] = (await listBroadcasts(center, { id: input.broadcastId, take: 1 })).rows;
      if (!offer) throw missing("broadcast.notFound");
      const about = { to: `/tickets-center?ticket=${offer.ticketId}`, name: offer.number };
      door.toast("broadcast.accepted", undefined, "good", { about });
      return door.go(addressWith(door.url, { ticket: offer.ticketId }));
    },
  },
  reject: {
    can: "desk",
    limit: formLimit,
    input: BroadcastRef,
    run: rejectBroadcast,
    once: "in its transaction",
    say: "broadcast.rejected",
    to: (_input, { url }) => addressWith(url, { reject: null }),
  },
  propose: {
    can: "desk",
    limit: formLimit,
    input: ProposeWindows,
    run: proposeWindows,
    once: "in its transaction",
    say: "center.propose.done",
    to: (_input, { url }) => addressWith(url, { propose: null }),
  },
  withdrawTimes: {
    can: "desk",
    limit: formLimit,
    input: BroadcastRef,
    unkeyed: "What is withdrawn already stays withdrawn",
    run: withdrawProposal,
    say: "center.propose.withdrawn",
    to: (_input, { url }) => addressWith(url, { propose: null }),
  },
  giveBack: {
    can: "desk",
    limit: formLimit,
    input: BroadcastRef,
    unkeyed: "What is given back already is not reserved any more",
    run: giveBack,
    say: "broadcast.givenBack",
    to: () => "/brodcast-requests",
  },
  subscribe: {
    can: "desk",
    limit: formLimit,
    input: SubscribeBrowser,
    unkeyed: "A browser is subscribed once, by its address at its push service",
    run: subscribeBrowser,
  },
  unsubscribe: {
    can: "desk",
    limit: formLimit,
    input: UnsubscribeBrowser,
    unkeyed: "A subscription that is gone is gone",
    run: unsubscribeBrowser,
  },
  check: {
    can: "desk",
    limit: formLimit,
    input: Check,
    unkeyed: "It asks what became of a payment, and comes to the same however often",
    run: async (center, { broadcastId, ticketId }, door) => {
      const { state } = await checkAcceptance(center, { broadcastId });
      return door.go(`/brodcast-requests?payment=${state}&ticket=${encodeURIComponent(ticketId)}`);
    },
  },
});

/** New Tickets: the requests offered to this center, updated live (R137–R141). */
export default function NewTickets() {
  const view = useLoaderData<typeof loader>();
  const { all, table, pages, answered, accepting, confirming, done, rejecting, proposing, pay } = view;
  const { outcome, push } = view;
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  const here = useLocation();
  const refused = useAnswer<Refused>();
  const query = new URLSearchParams(here.search);
  const page = ["show", "after", "before"].map((name) => query.get(name)).join();
  const { rows } = table;
  const shown = new Set(rows.map(({ id }) => id));
  const others = answered.rows.filter(({ id }) => !shown.has(id));
  const title = say("center.menu.newTickets");
  const over = view.term?.over ? view.term : null;
  return (
    <ListFrame
      title={title}
      actions={<LiveHint />}
      above={
        <>
          <TermNote term={view.term} disabled={view.disabled} />
          <UnverifiedNote accepting={accepting} owner={view.owner} />
          <div className="flex flex-wrap gap-x-6">
            <PushSwitch push={push} />
            <SoundSwitch />
          </div>
          {refused?.intent === "accept" && <Refusal refused={refused} />}
          {outcome && <Outcome outcome={outcome} />}
          {pay && <PayPanel key={pay.row?.id ?? "over"} pay={pay} />}
        </>
      }
      foot={
        <>
          <Paging {...pages} />
          {others.length > 0 && (
            <section className="mt-10" data-answered="">
              <h2 className="mb-3">{say("center.offers.answered")}</h2>
              <Offers title={say("center.offers.answered")} table={{ ...answered, rows: others }} />
            </section>
          )}
          {(all || rows.length + others.length > 0) && (
            <p className="mt-5">
              <ButtonLink tone="quiet" to={all ? "/brodcast-requests" : "/brodcast-requests?show=all"}>
                {say(all ? "center.offers.open" : "center.offers.all")}
              </ButtonLink>
            </p>
          )}
        </>
      }
      dialogs={
        proposing ? (
          <Proposing {...proposing} />
        ) : (
          rejecting && (
            <AddressDialog title={say("center.reject.title")} closeTo={addressWith(here, { reject: null })}>
              <ConfirmForm
                intent="reject"
                fields={{ broadcastId: rejecting.id }}
                question={say("center.reject.confirm", {
                  number: cellText(rejecting.cells.number),
                  service: nameOf(cellText(rejecting.cells.service)),
                  place: [rejecting.cells.place, rejecting.cells.pincode].filter(Boolean).join(", "),
                })}
                act={say("center.reject")}
                closeTo={addressWith(here, { reject: null })}
              />
            </AddressDialog>
          )
        )
      }
    >
      <div id="offers" data-enhance="offers" data-page={page} data-newest={query.has("after") ? undefined : ""}>
        <p role="status" className="sr-only" data-arrived={say("center.offers.arrived", { count: "{n}" })} />
        <p role="status">
          <Button
            type="button"
            tone="quiet"
            small
            icon="refresh-cw"
            className="mb-3"
            data-waiting={say("desk.newRows", { n: "{n}" })}
            hidden
          >
            <span />
          </Button>
        </p>
        <div data-rows="">
          {rows.length > 0 ? (
            <Offers title={title} table={table} confirming={confirming} done={done} />
          ) : (
            <EmptyState icon="bell" title={say(over ? "center.offers.over" : "center.offers.empty")}>
              <p className="max-w-md text-soft">
                {over
                  ? say(view.disabled ? "center.offers.overDisabled" : "center.offers.overHint", {
                      date: showDate(new Date(over.endsAt), locale),
                    })
                  : say("center.offers.emptyHint")}
              </p>
              <ButtonLink tone="quiet" to="/tickets-center">
                {say("center.menu.tickets")}
              </ButtonLink>
            </EmptyState>
          )}
        </div>
      </div>
    </ListFrame>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
