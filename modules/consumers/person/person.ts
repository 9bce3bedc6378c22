import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { seesContacts } from "#modules/kernel/names.ts";
import { listMessages, type MessageLine } from "#modules/notifications/index.ts";
import {
  type CustomerRequest,
  type CustomerRide,
  requestsOfCustomer,
  ridesOfCustomer,
} from "#modules/tickets/index.ts";
import { type CustomerMoney, customerMoney } from "#modules/wallet/index.ts";
import { type Receipt, receiptOf } from "../erasure/receipt.ts";
import { exportsOf, type PersonExport } from "../export/person-exports.ts";
import { type ConsumerRecord, type ConsumerRow, shownConsumer } from "../list/consumer-row.ts";
import { consumerColumns, consumerJoins } from "../list/consumers-list.ts";
import { may, needMay } from "../policy.ts";
import type { ConsumerChange } from "../shared.ts";
import { consumerChanges } from "./changes.ts";

/** A message that was sent to the customer; its text is not told, because codes stand in some. */
export type PersonMessage = Pick<MessageLine, "id" | "channel" | "template" | "status" | "createdAt">;

/** The newest so many messages are shown. */
const mostShown = 50;
/** How many of the newest movements of money are shown: first few, then more when they are asked for. */
export const moneyLines = [10, 100, 1_000] as const;

/** A customer with everything an operator may know of them. */
export type PersonPage = {
  id: string;
  /** Null for whoever was erased. */
  person:
    | (ConsumerRow & {
        lastSeen: Date;
        /** The language they booked in. */
        locale: string | null;
      })
    | null;
  /** Of an erased customer: its receipt. */
  erasure: Receipt | null;
  /** Null for an admin who may see no requests. */
  requests: { rows: CustomerRequest[]; total: number } | null;
  /** E-rickshaw rides; null for an admin who may see none. */
  rides: { rows: CustomerRide[]; total: number } | null;
  messages: PersonMessage[];
  /** Null for whoever was erased; `more` older lines are there, and `next` shows so many in all. */
  money: (CustomerMoney & { more: number; next: number | null }) | null;
  /** The files with their data, newest first. */
  exports: PersonExport[];
  /** What was done with their data, newest first. */
  changes: ConsumerChange[];
  mayReveal: boolean;
  mayErase: boolean;
};

type PersonRecord = ConsumerRecord & { erasedAt: string | null; lastSeen: string; locale: string | null };

/**
 * One customer for an operator, by id: who it is, requests, messages, money, feedback, and what was done with the data
 * (R427). Phone and e-mail are stars for all but a SUPER_ADMIN (Q16). Of whoever was erased there is the receipt and the
 * history only. `lines` is how many of the newest movements of money are shown, one of `moneyLines`. Refuses with
 * `consumers.notFound`.
 */
export async function personPage(actor: Actor, id: string, lines: number = moneyLines[0]): Promise<PersonPage> {
  needMay(actor, "see");
  const consumer = await row<PersonRecord>(
    sql`select ${consumerColumns}, c.erased_at as "erasedAt", c.locale,
       greatest(c.updated_at, (select max(t.created_at) from tickets t where t.phone = c.phone)) as "lastSeen"
     from consumers c ${consumerJoins} where c.id = ${id}`,
  );
  if (!consumer) throw missing("consumers.notFound");
  const changes = await consumerChanges(id);
  const exports = await exportsOf(actor, id);
  if (consumer.erasedAt !== null) {
    const erasure = (await receiptOf(id)) ?? null;
    return { ...nobody, id, erasure, exports, changes, mayErase: may(actor, "erase") };
  }
  const { phone } = consumer;
  const messages = await listMessages({ to: phone, take: mostShown });
  const requests = await requestsOfCustomer(actor, phone);
  const rides = await ridesOfCustomer(actor, phone);
  const money = await moneyOf(actor, { id, phone, lines });
  return {
    id,
    requests,
    rides,
    money,
    exports,
    changes,
    erasure: null,
    mayReveal: !seesContacts(actor) && may(actor, "reveal"),
    mayErase: may(actor, "erase"),
    person: {
      ...shownConsumer(actor, consumer),
      lastSeen: new Date(consumer.lastSeen),
      locale: consumer.locale,
    },
    messages: messages.map(({ id: messageId, channel, template, status, createdAt }) => ({
      id: messageId,
      channel,
      template,
      status,
      createdAt: new Date(createdAt),
    })),
  };
}

const nobody = { person: null, requests: null, rides: null, money: null, messages: [], mayReveal: false };

async function moneyOf(actor: Actor, { id, phone, lines }: { id: string; phone: string; lines: number }) {
  const tickets = await rows<{ id: string }>(sql`select id from tickets where phone = ${phone}`);
  const ticketIds = tickets.map((ticket) => ticket.id);
  const money = await customerMoney(actor, { consumerId: id, ticketIds, most: lines });
  const more = money.total - money.lines.length;
  return { ...money, more, next: more > 0 ? (moneyLines.find((most) => most > lines) ?? null) : null };
}
