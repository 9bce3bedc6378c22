import { sql } from "kysely";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { removeBlob } from "#modules/kernel/files/blobs.server.ts";
import {
  hasPhone,
  namesPerson,
  type PersonPlace,
  type PersonSql,
  personRows,
  runForPerson,
} from "#modules/kernel/person/person-places.server.ts";
import { columnOf, namesOfPerson } from "./fields/texts.ts";

const ofTickets = ({ tickets }: PersonSql) => sql`ticket_id = any(${tickets})`;
const ofFeePapers = ({ tickets }: PersonSql) =>
  sql`paper_id in (select id from fee_papers where ticket_id = any(${tickets}) and center_id is null)`;
const ofInvoices = ({ tickets }: PersonSql) =>
  sql`invoice_id in (select id from invoices where ticket_id = any(${tickets}))`;

/** Rows that name a stored file: the row and the file go together. */
const withFiles = (
  table: string,
  where: (person: PersonSql) => Sql,
  { atOnce = false }: { atOnce?: boolean } = {},
): PersonPlace => ({
  table,
  columns: ["blob_id"],
  atOnce,
  held: (person) =>
    runForPerson(person, (values) => sql`select blob_id, created_at from ${sql.table(table)} where ${where(values)}`),
  erase: async (person) => {
    const gone = await runForPerson<{ blob_id: string }>(
      person,
      (values) => sql`delete from ${sql.table(table)} where ${where(values)} returning blob_id`,
    );
    for (const { blob_id } of gone) await removeBlob(blob_id);
    return gone.length;
  },
});

/** The pictures of the person's requests, and of drafts that name them. */
const ofNeeds = (person: PersonSql) => sql`(${ofTickets(person)} or draft_id in (
  select d.id from booking_drafts d where ${hasPhone(sql`d.fields::text`, person)} and d.created_at <= ${person.before}))`;

/** A row of a file with an unreadable phone, which may be of any person. */
const unreadable = sql`(phone is null or phone !~ '^[6-9][0-9]{9}$')`;
const emptyRow = () => sql`cells = '[]', phone = null, key = null,
  problems = case when outcome = 'wrong' then '[{"column": null, "wrong": "uploads.erased"}]'::jsonb end`;

/** Files whose name names the person; it is not handed out, because it is an operator's or a client's. */
const fileNames: PersonPlace = {
  ...personRows({
    table: "uploads",
    part: "names",
    columns: "file_name",
    unsaid: "file_name",
    where: (person) =>
      sql`file_name <> 'file' and ${namesPerson(sql`file_name`, person)} and created_at <= ${person.before}`,
    keep: () => sql`file_name = 'file'`,
    atOnce: true,
  }),
  held: async () => [],
};

/** Columns of a request into which people write; its own customer's are among them. */
const textColumns = [
  "name",
  ...namesOfPerson("words").map(columnOf),
  "client_reference",
  "remark_message",
  "close_remarks",
  "technician_remarks",
  "admin_remarks",
  "center_message",
  "cancel_reason",
  "fee_remarks",
  "revisit_remarks",
  "onboarding_remarks",
  "take_time",
  "punch_serial_number",
  "payment_reference",
];

/** The assignment that empties a column where it has the phone. */
const withoutPhone = (column: string, person: PersonSql) => {
  const text = sql.ref(column);
  const empty = column === "name" ? sql`'Erased customer'` : sql`null`;
  return sql`${text} = case when ${hasPhone(text, person)} then ${empty} else ${text} end`;
};

/** Other people's requests with the number in their texts; not exported, because they are not the person's. */
const othersRequests: PersonPlace = {
  ...personRows({
    table: "tickets",
    part: "words",
    columns: textColumns.join(" "),
    where: (person) =>
      sql`id <> all(${person.tickets}) and created_at <= ${person.before}
        and ${hasPhone(sql`concat_ws('|', ${sql.join(textColumns.map((column) => sql.ref(column)))})`, person)}`,
    keep: (person) =>
      sql`${sql.join(textColumns.map((column) => withoutPhone(column, person)))}, version = version + 1`,
  }),
  held: async () => [],
};

/** Texts about other people's requests with the number in them. */
const othersTexts = (table: string, column: string, keep: Sql): PersonPlace => ({
  ...personRows({
    table,
    part: "words",
    columns: column,
    where: (person) =>
      sql`ticket_id <> all(${person.tickets}) and created_at <= ${person.before} and ${hasPhone(sql.ref(column), person)}`,
    keep: () => sql`${sql.ref(column)} = ${keep}`,
  }),
  held: async () => [],
});

/** What admins wrote about a case. */
const caseWords = ["reason", "appeal_reason", "appeal_decision_reason"] as const;

/** The columns of a request that are emptied with its customer; its name and phone have to be something. */
const emptiedColumns = [
  ...namesOfPerson("own").map(columnOf),
  ...namesOfPerson("words").map(columnOf),
  "device_id",
  "create_name",
  "remark_message",
  "close_remarks",
  "technician_remarks",
  "admin_remarks",
  "center_message",
  "cancel_reason",
  "fee_remarks",
  "revisit_remarks",
  "onboarding_remarks",
  "happy_code",
  "unhappy_code",
  "punch_serial_number",
  "date_of_purchase",
  "upload_key",
  "client_reference",
  "offer_code",
  "take_time",
  "payment_reference",
];

/**
 * Where this module stores customers. What is counted or billed is kept without them: service, days, state, pincode,
 * prices and stars of a request, the numbers of its invoice. No free text is kept: a city or a client's
 * reference may be a name.
 */
export const ticketPlaces: readonly PersonPlace[] = [
  personRows({
    table: "tickets",
    columns: ["name", "phone", ...emptiedColumns].join(" "),
    identifying: "ticket_id status state pincode created_at",
    unsaid: "happy_code unhappy_code upload_key",
    where: ({ tickets }) => sql`id = any(${tickets})`,
    keep: () => sql`name = 'Erased customer', phone = '',
      ${sql.join(emptiedColumns.map((column) => sql`${sql.ref(column)} = null`))}, version = version + 1`,
    atOnce: true,
  }),
  // The second number of another person's request.
  personRows({
    table: "tickets",
    part: "alternate",
    columns: "alternate_phone",
    identifying: "ticket_id created_at",
    where: ({ phone, tickets, before }) =>
      sql`alternate_phone = ${phone} and id <> all(${tickets}) and created_at <= ${before}`,
    keep: () => sql`alternate_phone = null, version = version + 1`,
    atOnce: true,
  }),
  personRows({
    table: "rides",
    columns: "name phone pick_location drop_location city",
    identifying: "ride_id status created_at",
    where: ({ phone, before }) => sql`phone = ${phone} and created_at <= ${before}`,
    keep: () => sql`name = 'Erased customer', phone = '', pick_location = '', drop_location = '', city = null`,
    atOnce: true,
  }),
  // Before the drafts, which they name.
  withFiles("need_pictures", ofNeeds, { atOnce: true }),
  personRows({
    table: "booking_drafts",
    columns: "fields",
    identifying: "created_at",
    where: (person) =>
      sql`(${ofTickets(person)} or ${hasPhone(sql`fields::text`, person)}) and created_at <= ${person.before}`,
    atOnce: true,
  }),
  personRows({
    table: "waitlist",
    columns: "phone",
    identifying: "pincode created_at",
    where: ({ phone, before }) => sql`phone = ${phone} and created_at <= ${before}`,
    atOnce: true,
  }),
  // Rows of uploads for a client; a row keeps its request's id, so that the upload can be undone.
  personRows({
    table: "upload_rows",
    columns: "cells phone key problems",
    unsaid: "phone key problems",
    where: ({ phone, tickets, before }) => sql`(phone = ${phone} or ticket_id = any(${tickets}))
      and upload_id in (select id from uploads where created_at <= ${before})`,
    keep: emptyRow,
    atOnce: true,
  }),
  // Rows that name the number in another cell, or no number that can be read.
  personRows({
    table: "upload_rows",
    part: "unread",
    byTime: true,
    columns: "cells phone key problems",
    where: (person) => sql`cells <> '[]' and (${unreadable} or ${hasPhone(sql`cells::text`, person)})
      and upload_id in (select id from uploads where created_at <= ${person.before})`,
    keep: emptyRow,
  }),
  fileNames,
  // The name and heading of a file with a row of the person, or with one whose person is unknown; a heading is
  // needed until its columns are named. A file with unnamed columns is deleted within a day.
  personRows({
    table: "uploads",
    byTime: true,
    columns: "file_name heading",
    where: ({ before }) => sql`created_at <= ${before} and (file_name <> 'file' or heading is not null)
      and exists (select from upload_rows r where r.upload_id = uploads.id and r.cells = '[]')`,
    keep: () => sql`file_name = 'file', heading = case when state in ('checking', 'unmapped') then heading end`,
  }),
  othersRequests,
  othersTexts("remarks", "text", sql`'–'`),
  othersTexts("broadcasts", "remarks", sql`null`),
  ...caseWords.map((column) => othersTexts("cases", column, sql`null`)),
  personRows({ table: "remarks", columns: "text", identifying: "created_at", where: ofTickets }),
  personRows({
    table: "broadcasts",
    columns: "remarks",
    where: (person) => sql`${ofTickets(person)} and remarks is not null`,
    keep: () => sql`remarks = null`,
  }),
  personRows({
    table: "cases",
    columns: caseWords.join(" "),
    where: (person) => sql`${ofTickets(person)} and decided_at is not null`,
    keep: () => sql`reason = null, appeal_reason = null, appeal_decision_reason = null`,
  }),
  personRows({
    table: "feedbacks",
    columns: "answers",
    identifying: "over_all_rating created_at",
    where: (person) => sql`${ofTickets(person)} and answers <> '[]'`,
    keep: () => sql`answers = '[]'`,
  }),
  withFiles("ticket_pictures", ofTickets),
  personRows({
    table: "invoice_buyers",
    columns: "name address city state state_code pincode",
    where: ofInvoices,
  }),
  personRows({
    table: "fee_paper_buyers",
    columns: "name address city state state_code pincode",
    where: ofFeePapers,
  }),
  // After the buyers: a PDF drawn meanwhile is drawn without them.
  withFiles("invoice_files", ofInvoices),
];
