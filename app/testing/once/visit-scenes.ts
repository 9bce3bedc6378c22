import { sql } from "kysely";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import {
  aBroadcastTicket,
  aCenter,
  anAcceptedTicket,
  anAdmin,
  aPhone,
  aPincode,
  aProof,
  aService,
  asAdmin,
  asCenter,
  asVisitor,
} from "#modules/testing/factories.ts";
import { aClosedJob, aJob, aTimeChange, aWaitingVisit, fresh } from "#modules/testing/work.ts";
import { openCase } from "#modules/tickets/cases/open-case.ts";
import { ticketById } from "#modules/tickets/get-ticket.ts";
import {
  appealCase,
  decideCase,
  ownCancelTerms,
  proposeVisitRules,
  setReached,
  timesToAgree,
  visitRuleVersions,
} from "#modules/tickets/index.ts";
import { ProposeVisitRules } from "#modules/tickets/shared.ts";
import type { Ticket } from "#modules/tickets/ticket.entity.ts";
import { rulesInForce } from "#modules/tickets/visit-rules/rules-in-force.ts";
import { atCenter, atDesk, type Scene, scene, tokenOf } from "./scene.ts";

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

const decision = { decision: "none", reason: "Both were called" } as const;

const decided = async (caseId: string) => decideCase(asAdmin(await anAdmin()), { caseId, ...decision });

/** A call about a case without a fee, of a closed request. */
const aboutCase =
  (before: (caseId: string) => Promise<unknown>) =>
  async (_till: unknown, call: string): Promise<Scene> => {
    const { ticket } = await aClosedJob();
    const opened = await transaction(async () => openCase(await ticketById(ticket.id, { lock: true }), "unhappy_code"));
    await before(opened.id);
    return scene(
      call.replace("{id}", opened.id),
      { body: decision, changed: { reason: "Nobody answered" } },
      await atDesk(),
    );
  };

const rules = {
  early_minutes: 120,
  late_fee: "kept",
  late_lead_percent: 25,
  change_minutes: 60,
  change_at_most: 2,
  absent_calls: 2,
  absent_minutes: 15,
  missed_minutes: 15,
  missed_lead_percent: 0,
  free_minutes: 15,
  free_at_most: 3,
  later_lead_percent: 0,
};

/** One version waits at a time. */
const noneWaits = () =>
  rows(sql`update visit_rule_versions set state = 'WITHDRAWN', decided_at = created_at where state = 'WAITING'`);

/** A call about a version that waits: by its author, or by a second admin. */
const aboutVersion =
  (own: boolean) =>
  async (_till: unknown, call: string): Promise<Scene> => {
    await noneWaits();
    const author = await anAdmin();
    const { version, of } = await rulesInForce();
    const earlyMinutes = (of("customer_cancel", "early").minutes ?? 0) + 1;
    const input = ProposeVisitRules.parse({ ...proposed, version, earlyMinutes });
    await proposeVisitRules(asAdmin(author), input);
    const { id } = (await visitRuleVersions(asAdmin(author))).find(({ state }) => state === "WAITING")!;
    const { as, stranger } = await atDesk();
    return scene(call.replace("{id}", id), {}, { as: own ? await tokenOf("admin", author) : as, stranger });
  };

const proposed = {
  lateFee: "kept",
  lateLeadPercent: 25,
  changeMinutes: 60,
  changeAtMost: 2,
  absentCalls: 2,
  absentMinutes: 15,
  missedMinutes: 15,
  missedLeadPercent: 0,
  freeMinutes: 15,
  freeAtMost: 3,
  laterLeadPercent: 0,
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
  "PUT center/tickets/{id}/agree-time": async (_till: unknown, call: string): Promise<Scene> => {
    const center = await aCenter();
    const { publicId } = await anAcceptedTicket(center);
    const { days, version } = (await timesToAgree(asCenter(center), publicId))!;
    const [first, next] = days.flatMap(({ windows }) => windows);
    const body = { window: first!.from, version };
    return scene(call.replace("{id}", publicId), { body, changed: { window: next!.from } }, await atCenter(center));
  },
  "PUT admin/time-change/{ticket}": forCustomer(
    async () => {
      const ticket = await anAcceptedTicket(await aCenter());
      await aTimeChange(ticket);
      return ticket;
    },
    async () => ({ body: { answer: "refuse" }, changed: { answer: "agree" } }),
  ),
  "PUT admin/hand-back/{ticket}": forCustomer(
    async () => anAcceptedTicket(await aCenter()),
    async () => ({ body: { reason: "too_far" }, changed: { reason: "no_parts" } }),
  ),
  "POST center/waitlist": async (_till: unknown, call: string): Promise<Scene> => {
    const phone = aPhone();
    const one = await aService();
    const other = await aService();
    const body = { mobile_number: phone, pincode: aPincode(), service_ids: [one.id], proof: await aProof({ phone }) };
    const { sent, changed, stranger } = scene(call, { body, changed: { service_ids: [other.id] } });
    const { proof: _, ...bare } = body;
    return { sent, changed, stranger: { ...stranger, body: bare } };
  },
  "PUT admin/cases/{id}/decide": aboutCase(async () => ({})),
  "PUT admin/cases/{id}/appeal": aboutCase(decided),
  "PUT admin/cases/{id}/decide-appeal": aboutCase(async (caseId) => {
    await decided(caseId);
    await appealCase(asAdmin(await anAdmin()), { caseId, reason: "It was not so" });
  }),
  "POST admin/visit-rules": async (_till: unknown, call: string): Promise<Scene> => {
    await noneWaits();
    const body = { ...rules, version: (await rulesInForce()).version };
    return scene(call, { body, changed: { early_minutes: 90 } }, await atDesk());
  },
  "PUT admin/visit-rules/{id}/approve": aboutVersion(false),
  "PUT admin/visit-rules/{id}/refuse": aboutVersion(false),
  "PUT admin/visit-rules/{id}/withdraw": aboutVersion(true),
};
