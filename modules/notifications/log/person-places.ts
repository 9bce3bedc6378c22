import { binds } from "#modules/kernel/db/binds.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type Person, type PersonPlace, personRows } from "#modules/kernel/person/person-places.server.ts";
import { recipientKeys } from "../tell/recipient.ts";

/** What was sent to a customer, found by the keys of the phone, and what was sent to others about their requests. */
function found({ phone, ticketIds, before }: Person) {
  const { params, bind } = binds();
  const where = `(recipient_key = any(${bind(recipientKeys(phone))}::text[]) or ticket_id = any(${bind([...ticketIds])}::uuid[]))
    and created_at <= ${bind(before)}`;
  return { params, where };
}

/** Where this module stores customers: the messages to them and about their requests, their devices and inboxes. */
export const messagePlaces: readonly PersonPlace[] = [
  {
    table: "messages",
    columns: ["recipient", "recipient_key", "payload", "error", "cause"],
    atOnce: false,
    held: (person) => {
      const { params, where } = found(person);
      return rows(`select channel, template, recipient, status, created_at from messages where ${where}`, params);
    },
    erase: async (person) => {
      const { params, where } = found(person);
      return (await rows(`delete from messages where ${where} returning 1`, params)).length;
    },
  },
  personRows({
    table: "app_devices",
    columns: "token_hash sealed platform",
    where: "account_id = :consumer and created_at <= :before",
    atOnce: true,
  }),
  personRows({
    table: "notification_recipients",
    columns: "reason",
    where: "account_id = :consumer and created_at <= :before",
    beside: "push seen_at created_at",
  }),
];
