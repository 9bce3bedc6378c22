import { useLoaderData, useLocation } from "@remix-run/react";
import { z } from "zod";
import { centerActions, centerPage } from "#app/http/page.server.ts";
import { AddressDialog } from "#app/ui/address-dialog.tsx";
import { useAnswer } from "#app/ui/answer.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirm-form.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { keptOpen, unlessUnreachable } from "#app/ui/kept-open.ts";
import { Paging } from "#app/ui/list-page.tsx";
import { LiveHint } from "#app/ui/live.tsx";
import { useSay } from "#app/ui/say.tsx";
import { pushHere, subscribeBrowser, unsubscribeBrowser } from "#modules/notifications/index.ts";
import { SubscribeBrowser, UnsubscribeBrowser } from "#modules/notifications/shared.ts";
import { acceptBroadcast, checkAcceptance, rejectBroadcast } from "#modules/tickets/index.ts";
import { BroadcastRef } from "#modules/tickets/shared.ts";
import { addressWith } from "./addresses.ts";
import { Offers } from "./broadcast-rows.tsx";
import { BroadcastQuery, broadcastsView } from "./broadcasts-view.server.ts";
import { Outcome, PayPanel, Refusal, type Refused } from "./pay-panel.tsx";
import { PushSwitch } from "./push-switch.tsx";
import { useFresh } from "./use-fresh.ts";

export const handle = { title: "center.menu.newTickets" } satisfies Handle;

export const loader = centerPage({ query: BroadcastQuery }, async (center, query, door) => ({
  ...(await broadcastsView(center, query, door)),
  push: await pushHere(center),
}));

const Check = BroadcastRef.extend({ ticketId: z.string().max(64) });

export const action = centerActions({
  accept: {
    input: BroadcastRef,
    once: "as often as asked",
    run: async (center, input, door) => {
      const accepted = await acceptBroadcast(center, input);
      if (!accepted.accepted) {
        // A page of its own load: only it lets the gateway's script in.
        door.headers.set("x-remix-reload-document", "true");
        return door.go(`/brodcast-requests?pay=${input.broadcastId}`);
      }
      door.toast("broadcast.accepted");
      return door.go("/brodcast-requests");
    },
  },
  reject: {
    input: BroadcastRef,
    run: rejectBroadcast,
    once: "in its transaction",
    say: "broadcast.rejected",
    to: (_input, { url }) => addressWith(url, { reject: null }),
  },
  subscribe: {
    input: SubscribeBrowser,
    unkeyed: "A browser is subscribed once, by its address at its push service",
    run: subscribeBrowser,
  },
  unsubscribe: {
    input: UnsubscribeBrowser,
    unkeyed: "A subscription that is gone is gone",
    run: unsubscribeBrowser,
  },
  check: {
    input: Check,
    unkeyed: "It asks what became of a payment, and comes to the same however often",
    run: async (center, { broadcastId, ticketId }, door) => {
      const { state } = await checkAcceptance(center, { broadcastId });
      return door.go(`/brodcast-requests?payment=${state}&ticket=${encodeURIComponent(ticketId)}`);
    },
  },
});

export const shouldRevalidate = unlessUnreachable;
export const clientAction = keptOpen();

/** New Tickets: the requests offered to this center, live (R137–R141). */
export default function NewTickets() {
  const { all, rows, next, answered, balancePaise, rejecting, pay, outcome, push } = useLoaderData<typeof loader>();
  const say = useSay();
  const here = useLocation();
  const refused = useAnswer<Refused>();
  const first = !new URLSearchParams(here.search).has("after");
  const fresh = useFresh(rows, first);
  const title = say("center.menu.newTickets");
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1>{title}</h1>
        <LiveHint />
      </div>
      <PushSwitch push={push} />
      <p role="status" className="sr-only">
        {fresh.size > 0 && say("center.offers.arrived", { count: fresh.size })}
      </p>
      {refused?.intent === "accept" && <Refusal refused={refused} />}
      {outcome && <Outcome outcome={outcome} />}
      {pay && <PayPanel key={pay.row?.id ?? "over"} pay={pay} />}
      {rows.length > 0 ? (
        <Offers title={title} rows={rows} fresh={fresh} balancePaise={balancePaise} />
      ) : (
        <EmptyState icon="bell" title={say("center.offers.empty")}>
          <p className="max-w-md text-soft">{say("center.offers.emptyHint")}</p>
          <ButtonLink tone="quiet" to="/tickets-center">
            {say("center.menu.tickets")}
          </ButtonLink>
        </EmptyState>
      )}
      <Paging next={next} />
      {answered.length > 0 && (
        <section className="mt-10">
          <h2 className="mb-3">{say("center.offers.answered")}</h2>
          <Offers title={say("center.offers.answered")} rows={answered} balancePaise={balancePaise} />
        </section>
      )}
      {(all || rows.length + answered.length > 0) && (
        <p className="mt-5">
          <ButtonLink tone="quiet" to={all ? "/brodcast-requests" : "/brodcast-requests?show=all"}>
            {say(all ? "center.offers.open" : "center.offers.all")}
          </ButtonLink>
        </p>
      )}
      {rejecting && (
        <AddressDialog title={say("center.reject.title")} closeTo={addressWith(here, { reject: null })}>
          <ConfirmForm
            intent="reject"
            fields={{ broadcastId: rejecting.id }}
            question={say("center.reject.confirm", {
              number: rejecting.number,
              service: rejecting.service,
              place: [rejecting.locality, rejecting.pincode].filter(Boolean).join(", "),
            })}
            act={say("center.reject")}
            closeTo={addressWith(here, { reject: null })}
          />
        </AddressDialog>
      )}
    </>
  );
}

export { ErrorBoundary } from "#app/ui/page-error.tsx";
