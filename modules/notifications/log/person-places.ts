import { sql } from "kysely";
import { localeOf } from "#modules/access/index.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import {
  hasPhone,
  type Person,
  type PersonPlace,
  type PersonSql,
  personRows,
  runForPerson,
} from "#modules/kernel/person/person-places.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { recipientKeys } from "../tell/recipient.ts";
import { filled, isTemplate, type MessageChannel, placesOf, templateOn } from "../templates/templates.ts";

/**
 * The messages sent to a customer, found by the keys of the phone; for erasing, also those sent to others about their
 * requests.
 */
function conditionOf({ phone, ticketIds, before }: Person, { others }: { others: boolean }) {
  return sql`(recipient_key = any(${recipientKeys(phone)}::text[])
    ${others ? sql`or ticket_id = any(${[...ticketIds]}::uuid[])` : sql``}) and created_at <= ${before}`;
}

type Sent = {
  channel: MessageChannel;
  template: string;
  recipient: string;
  status: string;
  created_at: string;
  number: string | null;
};

/**
 * The text of a message, by its registered template: with the request's number; codes and links are not stored, and
 * shown as `…`. Empty for a template that is not registered any more. In the language the phone chose last.
 */
function messageText(
  { template, channel }: Pick<Sent, "template" | "channel">,
  { number, locale }: { number: string | null; locale: Locale },
): string {
  if (!isTemplate(template)) return "";
  const templateText = templateOn(template, channel, locale);
  return templateText
    ? filled(
        templateText,
        Object.fromEntries(placesOf(templateText).map((place) => [place, (place === "number" && number) || "…"])),
      )
    : "";
}

const ofInbox = personRows({
  table: "notification_recipients",
  columns: "reason",
  where: ({ consumer, before }) => sql`account_id = ${consumer} and created_at <= ${before}`,
});

/** The notifications in the customer's inbox; they are handed out with their words. */
const inbox: PersonPlace = {
  ...ofInbox,
  held: (person) =>
    runForPerson(
      person,
      ({
        consumer,
        before,
      }) => sql`select n.title, n.description, r.push, r.reason, r.seen_at, r.created_at from notification_recipients r
        join notification_sends s on s.id = r.send_id join notifications n on n.id = s.notification_id
        where r.account_id = ${consumer} and r.created_at <= ${before} order by r.created_at`,
    ),
};

/** A sending to one number, of which the first and last two digits are stored. */
const toThem = ({ phone, consumer, before }: PersonSql) => sql`user_type = 'Individual' and created_at <= ${before}
  and (exists (select from notification_recipients r where r.send_id = notification_sends.id and r.account_id = ${consumer})
       or (mobile = left(${phone}, 2) || 'xxxxxx' || right(${phone}, 2)
           and not exists (select from notification_recipients r where r.send_id = notification_sends.id)))`;

/** The masked number of these sendings, which is not part of an export. */
const maskedNumber: PersonPlace = {
  ...personRows({
    table: "notification_sends",
    columns: "mobile",
    unsaid: "mobile",
    where: toThem,
    keep: () => sql`mobile = null`,
  }),
  held: async () => [],
};

/**
 * Where this module stores customers: what was written to one number, the messages to them and about their requests,
 * what clients were sent about these, their devices and inboxes.
 */
export const messagePlaces: readonly PersonPlace[] = [
  // Texts for one person, or with the number in them. A text for many names no person.
  personRows({
    table: "notifications",
    columns: "title description",
    where: (person) => sql`created_at <= ${person.before} and title <> '-'
      and (id in (select notification_id from notification_sends where ${toThem(person)}) or ${hasPhone(sql`title || ' ' || description`, person)})`,
    keep: () => sql`title = '-', description = '-', is_active = false`,
  }),
  maskedNumber,
  personRows({
    table: "webhook_deliveries",
    columns: "facts",
    where: ({ tickets }) => sql`ticket_id = any(${tickets}) and facts->>'clientReference' is not null`,
    keep: () => sql`facts = jsonb_set(facts, '{clientReference}', 'null')`,
  }),
  personRows({
    table: "client_events",
    columns: "facts",
    where: ({ tickets }) => sql`ticket_id = any(${tickets}) and facts->>'clientReference' is not null`,
    keep: () => sql`facts = jsonb_set(facts, '{clientReference}', 'null')`,
  }),
  {
    table: "messages",
    columns: ["recipient", "recipient_key", "payload", "error", "cause"],
    atOnce: false,
    held: async (person) => {
      const where = conditionOf(person, { others: false });
      const locale = await localeOf(person.phone);
      const sent = await rows<Sent>(
        sql`select channel, template, recipient, status, m.created_at,
           (select t.ticket_id from tickets t where t.id = m.ticket_id) as number
         from messages m where ${where} order by m.created_at`,
      );
      return sent.map(({ number, ...message }) => ({ ...message, text: messageText(message, { number, locale }) }));
    },
    erase: async (person) => {
      const where = conditionOf(person, { others: true });
      return (await rows(sql`delete from messages where ${where} returning 1`)).length;
    },
  },
  personRows({
    table: "app_devices",
    columns: "token_hash sealed platform",
    identifying: "created_at",
    unsaid: "token_hash sealed",
    where: ({ consumer, before }) => sql`account_id = ${consumer} and created_at <= ${before}`,
    atOnce: true,
  }),
  inbox,
];
