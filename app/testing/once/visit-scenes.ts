import { day, fromNow } from "#modules/kernel/clock.ts";
import {
  aBroadcastTicket,
  aCenter,
  anAcceptedTicket,
  aProof,
  asAdmin,
  asCenter,
  asVisitor,
} from "#modules/testing/factories.ts";
import { aJob, aWaitingVisit, fresh } from "#modules/testing/work.ts";
import { ownCancelTerms, setReached, timesToAgree } from "#modules/tickets/index.ts";
import type { Ticket } from "#modules/tickets/ticket.entity.ts";
import { atCenter, atDesk, type Scene, scene } from "./scene.ts";

/** A request that centers can accept. */
const aWaiting = async () => (await aBroadcastTicket([await aCenter()])).ticket;

/** A call of a request's customer, by a proof of the phone; a stranger has none. */
const byCustomer =
  (make: () => Promise<Ticket>, input: (ticket: Ticket) => Promise<{ body: object; changed: object }>) =>
  async (_till: unknown, call: string): Promise<Scene> => {
    const ticket = await make();
    const { body, changed } = await input(ticket);
    const proof = await aProof({ phone: ticket.phone });
    const made = scene(call.replace("{id}", ticket.publicId), { body: { ...body, proof }, changed });
    return { sent: made.sent, changed: made.changed, stranger: { ...made.stranger, body } };
  };

const versionOf = async (ticket: Ticket) => (await fresh(ticket)).version;

/** A call of an operator on the word of a request's customer. */
const forCustomer =
  (make: () => Promise<Ticket>, input: (ticket: Ticket) => Promise<{ body: object; changed: object }>) =>
  async (_till: unknown, call: string): Promise<Scene> => {
    const ticket = await make();
    return scene(call.replace("{ticket}", ticket.publicId), await input(ticket), await atDesk());
  };

/** A visit to which nobody came. */
const aMissed = async () => {
  const yesterday = { timePreferenceType: "SPECIFIC_DATE_AND_TIME", specificDateTime: fromNow(-day) } as const;
  return (await aJob(yesterday)).ticket;
};

/** What the customer of a request does with it, and the technician at the address, ready to be sent. */
export const visitScenes = {
  "POST technicianApp/reached/{ticket}": async (_till: unknown, call: string) => {
    const { center, ticket } = await aJob();
    return scene(call.replace("{ticket}", ticket.publicId), {}, await atCenter(center));
  },
  "POST technicianApp/send-start-code/{ticket}": async (_till: unknown, call: string) => {
    const { center, ticket } = await aJob();
    return scene(call.replace("{ticket}", ticket.publicId), {}, await atCenter(center));
  },
  "POST technicianApp/log-call/{ticket}": async (_till: unknown, call: string) => {
    const { center, ticket } = await aJob();
    await setReached(asCenter(center), { ticketId: ticket.publicId });
    return scene(call.replace("{ticket}", ticket.publicId), {}, await atCenter(center));
  },
  "POST technicianApp/not-found/{ticket}": async (_till: unknown, call: string) => {
    const { center, ticket } = await aWaitingVisit();
    return scene(call.replace("{ticket}", ticket.publicId), {}, await atCenter(center));
  },
  "PUT center/tickets/{id}/cancel": byCustomer(aWaiting, async ({ publicId, phone }) => {
    const terms = await ownCancelTerms(asVisitor(phone), publicId);
    const body = { rule_id: terms!.rule.id, fee: terms!.feePaise / 100 };
    return { body, changed: { cancel_reason: "works_again" } };
  }),
  "PUT center/tickets/{id}/place": byCustomer(aWaiting, async (ticket) => ({
    body: { house_number: "14", locality: "Niwaru Road", version: await versionOf(ticket) },
    changed: { house_number: "15" },
  })),
  "POST center/tickets/{id}/note": byCustomer(aWaiting, async () => ({
    body: { note: "The bell is broken" },
    changed: { note: "The bell works again" },
  })),
  "PUT center/tickets/{id}/time": byCustomer(aWaiting, async (ticket) => ({
    body: { time_preference: { time_preference_type: "WITHIN_24_HOURS" }, version: await versionOf(ticket) },
    changed: { time_preference: { time_preference_type: "IMMEDIATELY" } },
  })),
  "PUT center/tickets/{id}/nobody-came": byCustomer(aMissed, async () => ({
    body: { choice: "wait" },
    changed: { choice: "end" },
  })),
  "PUT admin/cancel-for-customer/{ticket}": forCustomer(aWaiting, async ({ publicId }) => {
    const terms = await ownCancelTerms(asAdmin(), publicId);
    const body = { rule_id: terms!.rule.id, fee: terms!.feePaise / 100 };
    return { body, changed: { cancel_reason: "works_again" } };
  }),
  "PUT admin/nobody-came/{ticket}": forCustomer(aMissed, async () => ({
    body: { choice: "wait" },
    changed: { choice: "end" },
  })),
  "PUT admin/agree-time/{ticket}": forCustomer(
    async () => anAcceptedTicket(await aCenter()),
    async ({ publicId }) => {
      const { days, version } = (await timesToAgree(asAdmin(), publicId))!;
      const [first, next] = days.flatMap(({ windows }) => windows);
      return { body: { window: first!.from, version }, changed: { window: next!.from } };
    },
  ),
};
