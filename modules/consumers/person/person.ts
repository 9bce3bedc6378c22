import { type Actor, can } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { listMessages, type MessageLine } from "#modules/notifications/index.ts";
import { type CustomerRequest, requestsOfCustomer } from "#modules/tickets/index.ts";
import { type CustomerMoney, customerMoney } from "#modules/wallet/index.ts";
import { type Receipt, receiptOf } from "../erasure/receipt.ts";
import { exportsOf, type PersonExport } from "../export/person-exports.ts";
import { type ConsumerRow, type FoundConsumer, shownConsumer } from "../list/consumer-row.ts";
import { besideConsumer, consumerColumns } from "../list/consumers-list.ts";
import { mayErase, mayReveal, needConsumers } from "../policy.ts";
import type { ConsumerChange } from "../shared.ts";
import { consumerChanges } from "./changes.ts";

/** A message that was sent to the customer; its text is not told, because codes stand in some. */
export type PersonMessage = Pick<MessageLine, "id" | "channel" | "template" | "status" | "createdAt">;

/** The newest so many messages and movements of money are shown. */
const mostShown = 50;

/** A customer with everything an operator may know of them. */
export type PersonPage = {
  id: string;
  /** Null for whoever was erased. */
  person:
    | (ConsumerRow & {
        lastSeen: Date;
        /** The language they booked in. */
        locale: string | null;
        rides: number;
      })
    | null;
  /** Of an erased customer: its receipt. */
  erasure: Receipt | null;
  /** Null for an admin who may see no requests. */
  requests: { rows: CustomerRequest[]; total: number } | null;
  messages: PersonMessage[];
  /** Null for an admin who may see no money. */
  money: (CustomerMoney & { more: number }) | null;
  /** The files with their data, newest first. */
  exports: PersonExport[];
  /** What was done with their data, newest first. */
  changes: ConsumerChange[];
  mayReveal: boolean;
  mayErase: boolean;
};

type Found = FoundConsumer & { erasedAt: string | null; lastSeen: string; locale: string | null; rides: number };

/**
 * One customer for an operator, by id: who it is, requests, messages, money, feedback, and what was done with the data
 * (R427). Phone and e-mail are stars for all but a SUPER_ADMIN (Q16). Of whoever was erased there is the receipt and the
 * history only. Refuses with `consumers.notFound`.
 */
export async function personPage(actor: Actor, id: string): Promise<PersonPage> {
  needConsumers(actor);
  const found = await row<Found>(
    `select ${consumerColumns}, c.erased_at as "erasedAt", c.locale,
       (select count(*)::int from rides r where r.phone = c.phone) as rides,
       greatest(c.updated_at, (select max(t.created_at) from tickets t where t.phone = c.phone)) as "lastSeen"
     from consumers c ${besideConsumer} where c.id = $1`,
    [id],
  );
  if (!found) throw missing("consumers.notFound");
  const [changes, exports] = [await consumerChanges(id), await exportsOf(actor, id)];
  if (found.erasedAt !== null) {
    const erasure = (await receiptOf(id)) ?? null;
    return { ...nobody, id, erasure, exports, changes, mayErase: mayErase(actor) };
  }
  const { phone } = found;
  const [messages, requests, money] = [
    await listMessages({ to: phone, take: mostShown }),
    await requestsOfCustomer(actor, phone),
    can(actor, "view_Wallet") ? await moneyOf(actor, { id, phone }) : null,
  ];
  return {
    ...{ id, requests, money, exports, changes, erasure: null, mayReveal: mayReveal(actor), mayErase: mayErase(actor) },
    person: {
      ...shownConsumer(actor, found),
      ...{ lastSeen: new Date(found.lastSeen), locale: found.locale, rides: found.rides },
    },
    messages: messages.map(({ id: messageId, channel, template, status, createdAt }) => ({
      ...{ id: messageId, channel, template, status, createdAt: new Date(createdAt) },
    })),
  };
}

const nobody = { person: null, requests: null, money: null, messages: [], mayReveal: false };

async function moneyOf(actor: Actor, { id, phone }: { id: string; phone: string }) {
  const tickets = await rows<{ id: string }>("select id from tickets where phone = $1", [phone]);
  const money = await customerMoney(actor, { consumerId: id, ticketIds: tickets.map((ticket) => ticket.id) });
  const lines = money.lines.slice(0, mostShown);
  return { ...money, lines, more: money.lines.length - lines.length };
}
