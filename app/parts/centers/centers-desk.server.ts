import { stepUpOf } from "#app/http/doors/fresh.server.ts";
import { serviceChoices } from "#app/parts/catalog/service-choices.server.ts";
import type { Admin, DeskFilter, DeskList, DeskQuery } from "#app/parts/lists/desk-list.server.ts";
import { clientNames } from "#modules/catalog/index.ts";
import {
  centersList,
  centersToEditList,
  type DeskCenter,
  getCenter,
  getDeskCenter,
  heldDocuments,
  inTheWayOfDeleting,
  kitPayment,
  may,
  mayExtendTrial,
  subscriptionStates,
  trialDays,
} from "#modules/centers/index.ts";
import { listedState, listedStates } from "#modules/centers/shared.ts";
import { day, now } from "#modules/kernel/clock.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { id } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";
import { listTickets, may as mayInTickets } from "#modules/tickets/index.ts";
import { centerSubscription, may as mayInWallet, refundableSubscriptions } from "#modules/wallet/index.ts";

/* The centers as screens (002 §2.9). */

/** The acts on a center, as dialogs of the address. */
export const centerActs = [
  "requests",
  "documents",
  "capacity",
  "clients",
  "trial",
  "subscribe",
  "refundSubscription",
  "kit",
  "disable",
  "delete",
] as const;
export type CenterAct = (typeof centerActs)[number];

/** What this admin may do with a center; each verb asks again. */
export function actsOn(admin: Admin, center: DeskCenter) {
  const keep = may(admin, "keepCenter");
  return {
    requests: mayInTickets(admin, "seeRequests"),
    documents: true,
    capacity: keep,
    clients: keep,
    trial: keep && mayExtendTrial(center),
    subscribe: mayInWallet(admin, "adjust"),
    refundSubscription: mayInWallet(admin, "adjust"),
    kit: keep,
    disable: keep,
    delete: may(admin, "deleteCenter"),
    edit: may(admin, "changeCenter"),
  };
}

const centerExtra = (admin: Admin, center: DeskCenter) => ({
  name: center.centerName,
  state: listedState(center.isActive),
  feedback: center.feedback,
  disabled: center.loginDisabled || center.broadcastDisabled,
  appealed: center.appealed,
  acts: actsOn(admin, center),
});
export type CenterExtra = ReturnType<typeof centerExtra>;

/** The requests shown in 'Request Details'. */
const newest = 25;

/** The open dialog and what it shows; `center` is null for one that is gone. */
async function dialogOf(admin: Admin, act: CenterAct, of: string) {
  const named = id.safeParse(of);
  const center = named.success ? await centerIfAny(admin, named.data) : null;
  const confirm = stepUpOf(admin, "money");
  if (!center)
    return {
      act,
      center: null,
      requests: null,
      documents: null,
      confirm,
      clients: null,
      subscription: null,
      refundable: null,
      kit: null,
      inTheWay: null,
    };
  const acts = actsOn(admin, center);
  return {
    act,
    center: {
      id: center.id,
      name: center.centerName,
      version: center.version,
      acts,
      limit: center.ticketAcceptLimit,
      openTickets: center.openTickets,
      trialUntil: center.trialUntil,
      /** When a trial that begins again today ends. */
      nextTrialUntil: new Date(now().getTime() + trialDays * day),
      clientIds: center.clients.map((client) => client.id),
      disabledFor: [
        ...(center.loginDisabled ? (["login_into_application"] as const) : []),
        ...(center.broadcastDisabled ? (["accepting_broadcast_ticket"] as const) : []),
      ],
    },
    requests:
      act === "requests" && acts.requests
        ? (await listTickets(admin, { centerId: center.id, take: newest })).rows.map((ticket) => ({
            id: ticket.id,
            number: ticket.number,
            status: ticket.displayedStatus,
            service: ticket.service.name,
            name: ticket.name,
            createdAt: ticket.createdAt,
            wanted: ticket.timePreference,
          }))
        : null,
    documents: act === "documents" ? await heldDocuments(admin, { kind: "center", id: center.id }) : null,
    confirm,
    clients:
      act === "clients" && acts.clients
        ? (await clientNames(admin)).map((client) => ({ value: client.id, label: client.clientName }))
        : null,
    subscription: act === "subscribe" && acts.subscribe ? await soldTo(admin, center.id) : null,
    refundable: act === "refundSubscription" && acts.refundSubscription ? await refundableOf(admin, center.id) : null,
    kit:
      act === "kit" && acts.kit
        ? { isPaid: center.paidForOnboardingKit, payment: await kitPayment(admin, center.id) }
        : null,
    inTheWay: act === "delete" && acts.delete ? await inTheWayOfDeleting(admin, center.id) : null,
  };
}
export type CenterDialogData = Awaited<ReturnType<typeof dialogOf>>;

/** What is sold to a center, for who enters what it paid outside. */
export async function soldTo(admin: Admin, centerId: string) {
  const { isSubscribed, endsAt, trialEndsAt, offers, waiting } = await centerSubscription(admin, { centerId });
  return {
    isSubscribed,
    endsAt: isSubscribed ? endsAt : trialEndsAt,
    onTrial: trialEndsAt >= now(),
    offers: offers.map(({ product, pricePaise, endsAt: until }) => ({
      product,
      pricePaise: pricePaise as number,
      until,
    })),
    /** Whether one that was entered waits for a second admin. */
    waits: waiting?.paidBy === "outside",
  };
}

export type SoldToCenter = Awaited<ReturnType<typeof soldTo>>;

/** What a center was given and may be refunded, for who refunds it. */
export async function refundableOf(admin: Admin, centerId: string) {
  const center = await getCenter(centerId);
  const subscriptions = await refundableSubscriptions(admin, center);
  return {
    endsAt: center.subscribeEndDate ?? null,
    subscriptions: subscriptions.map(({ amountPaise, leftPaise, ...each }) => ({
      ...each,
      amountPaise: amountPaise as number,
      leftPaise: leftPaise as number,
    })),
  };
}

export type RefundableOfCenter = Awaited<ReturnType<typeof refundableOf>>;

const centerIfAny = (admin: Admin, centerId: string) =>
  getDeskCenter(admin, centerId).catch((error) => {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  });

/** The dialog an address names, if it names one. */
export async function centerDialog(admin: Admin, { act: named, of }: Pick<DeskQuery, "act" | "of">) {
  const act = centerActs.find((each) => each === named);
  return act && of ? dialogOf(admin, act, of) : null;
}

export type AlsoOfCenters = { dialog: CenterDialogData | null };

const search: DeskFilter = { name: "search", label: "centers.search", maxLength: 60, find: true };
const also = async (admin: Admin, query: DeskQuery) => ({ dialog: await centerDialog(admin, query) });

/** The two lists as tabs of each other (Q117). */
const siblings = [
  { path: "/admin-centers", label: "centers.all" },
  { path: "/edit-center", label: "centers.edit" },
] as const;

/** R374–R379. */
export const centersDesk: DeskList<DeskCenter, CenterExtra, AlsoOfCenters> = {
  list: centersList,
  path: "/admin-centers",
  allDays: true,
  siblings,
  add: { to: "/add-center", label: "common.addCenter", can: "add_center" },
  filters: [
    search,
    {
      name: "status",
      label: "common.status",
      choices: (_admin, { locale }) =>
        listedStates.map((value) => ({ value, label: say(`center.state.${value}`, {}, locale) })),
    },
    {
      name: "serviceId",
      label: "common.service",
      choices: async (_admin, { locale }) => serviceChoices(locale),
    },
    {
      name: "subscription",
      label: "centers.subscribed",
      choices: (_admin, { locale }) =>
        subscriptionStates.map((value) => ({ value, label: say(`centers.filter.${value}`, {}, locale) })),
      rare: true,
    },
    {
      name: "disabled",
      label: "centers.filter.disabled",
      choices: (_admin, { locale }) => [{ value: "yes", label: say("centers.filter.disabledOnly", {}, locale) }],
      rare: true,
    },
    {
      name: "appeal",
      label: "common.reviewRequested",
      choices: (_admin, { locale }) => [{ value: "open", label: say("centers.filter.appealOpen", {}, locale) }],
      rare: true,
    },
  ],
  dialogs: centerActs,
  extras: centerExtra,
  also,
};

/** R383. */
export const centersToEditDesk: DeskList<DeskCenter, CenterExtra, AlsoOfCenters> = {
  list: centersToEditList,
  path: "/edit-center",
  allDays: true,
  siblings,
  add: { to: "/add-center", label: "common.addCenter", can: "add_center" },
  filters: [search],
  dialogs: centerActs,
  extras: centerExtra,
  also,
};
