import { z } from "zod";
import { id, messageKey, phone, shaped } from "#modules/kernel/validation.ts";
import { isMessageKey, type MessageKey } from "#modules/messages/index.ts";

/** What browsers, commands and other modules share with the module of customers. */

/** Why somebody looks at a customer's number. */
export const consumerRevealReasons = ["visit", "complaint", "payment", "feedback"] as const;
export const RevealConsumer = z.object({
  id,
  reason: z.enum(consumerRevealReasons, messageKey("reveal.reasonMissing")),
});
export type RevealConsumer = z.output<typeof RevealConsumer>;

/** What an erasure leaves: the books and what proves it, without the person. */
export const erasureLeaves = ["requests", "ledger", "history", "key"] as const;

/** Why a customer is erased. Chosen, not written: words could name the person, and the history stays. */
export const eraseReasons = ["asked", "authority", "unneeded"] as const;
export type EraseReason = (typeof eraseReasons)[number];
export const EraseConsumer = z.object({
  id,
  reason: z.enum(eraseReasons, messageKey("consumer.reasonMissing")),
  /** The last four digits of the number, typed by who erases. */
  lastDigits: shaped(/^\d{4}$/, 4, "consumer.lastDigitsWrong"),
});
export type EraseConsumer = z.output<typeof EraseConsumer>;

/** Why all that is held of a customer is handed out. */
export const exportReasons = ["asked", "authority", "dispute"] as const;
export type ExportReason = (typeof exportReasons)[number];
export const ExportConsumer = z.object({
  id,
  reason: z.enum(exportReasons, messageKey("consumer.reasonMissing")),
});
export type ExportConsumer = z.output<typeof ExportConsumer>;

/** Where a number may stand besides the places that name a customer: in words of others' requests and remarks. */
export const alsoIn = ["words"] as const;

/** Whose data is asked for, by the number in whatever form it was written. */
export const OpenPerson = z.object({
  phone,
  alsoIn: z
    .array(z.enum(alsoIn, messageKey("form.choice")))
    .max(alsoIn.length, messageKey("form.choice"))
    .default([]),
});
export type OpenPerson = z.output<typeof OpenPerson>;

/** Who of the house's partners and admins has a customer's number, too. An erasure does not reach them. */
export const partnerKinds = ["center", "technician", "onboarder", "client", "admin"] as const;
export type PartnerKind = (typeof partnerKinds)[number];

/** One thing that was done with a customer's data. */
export type ConsumerChange = {
  id: string;
  at: Date;
  /** The kind of who did it, and an admin's name. */
  who: { kind: string; name: string | null };
  /** `consumer.revealed`, `consumer.erased`, … */
  event: string;
  /** Why, as chosen from a list; null where none is asked. */
  reason: string | null;
};

/** The kinds of what is held of a customer, in the words of a person, by the table that holds them. */
export const kindOfTable = {
  consumers: "profile",
  sessions: "browsers",
  visitor_phones: "browsers",
  otps: "codes",
  otp_proofs: "codes",
  rate_limits: "counters",
  desk_logins: "desks",
  tickets: "requests",
  rides: "rides",
  booking_drafts: "drafts",
  waitlist: "waitlist",
  upload_rows: "uploads",
  uploads: "fileNames",
  remarks: "remarks",
  broadcasts: "remarks",
  feedbacks: "feedback",
  cases: "cases",
  ticket_pictures: "pictures",
  need_pictures: "pictures",
  invoice_buyers: "invoices",
  fee_paper_buyers: "invoices",
  invoice_files: "invoiceFiles",
  messages: "messages",
  app_devices: "devices",
  notification_recipients: "inbox",
  notifications: "words",
  notification_sends: "words",
  webhook_deliveries: "deliveries",
  client_events: "deliveries",
  adjustments: "wallet",
  report_facts: "counts",
  exports: "files",
  person_exports: "exports",
  list_views: "views",
  bulk_acts: "views",
  "pgboss.job": "jobs",
} as const;
export type HeldKind = (typeof kindOfTable)[keyof typeof kindOfTable] | "money" | "visits";

const isTable = (table: string): table is keyof typeof kindOfTable => Object.hasOwn(kindOfTable, table);

/**
 * How many of each kind, from how many of each place (a table, or a part of it after a space), in the order of the tables;
 * kinds of which there is none are left out.
 */
export function countsOfKinds(done: Readonly<Record<string, number>>): { kind: HeldKind; n: number }[] {
  const counts = new Map<HeldKind, number>();
  for (const table of Object.keys(kindOfTable).filter(isTable)) {
    const ofTable = Object.entries(done).filter(([place]) => place.split(" ")[0] === table);
    const n = ofTable.reduce((sum, [, each]) => sum + each, 0);
    if (n > 0) counts.set(kindOfTable[table], (counts.get(kindOfTable[table]) ?? 0) + n);
  }
  return [...counts].map(([kind, n]) => ({ kind, n }));
}

/** The words for what was done with a customer's data or wallet; a wallet's are those of a center's. */
export const changeWord = (event: string): MessageKey | undefined =>
  [`consumer.change.${event.replace(/^consumer\./, "")}`, `center.change.${event}`].find(isMessageKey);
