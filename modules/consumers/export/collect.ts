import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type Person, personPlaces } from "#modules/kernel/person/person-places.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { visitRecordOf } from "#modules/tickets/index.ts";
import { customerMoney } from "#modules/wallet/index.ts";
import { type HeldKind, kindOfTable } from "../shared.ts";
import { visitWords } from "./visit-words.ts";

/** What is held of one kind: rows as they are stored, with the names of their columns. */
export type HeldPart = { kind: HeldKind; rows: Record<string, unknown>[] };

/** Files that rows name: pictures and invoices. */
export type HeldFile = { blobId: string; kind: HeldKind };

type Table = keyof typeof kindOfTable;

/**
 * Everything that is held of a customer, from every place that stores customers, their money by the ledger, and what they
 * answered, chose and wanted about their visits, in words of a language.
 */
export async function collect(
  actor: Actor,
  person: Person,
  locale: Locale,
): Promise<{ parts: HeldPart[]; files: HeldFile[] }> {
  const parts = new Map<HeldKind, Record<string, unknown>[]>();
  const files: HeldFile[] = [];
  const add = (kind: HeldKind, records: Record<string, unknown>[]) => {
    if (records.length > 0) parts.set(kind, [...(parts.get(kind) ?? []), ...records]);
  };
  for (const { table, held } of personPlaces()) {
    const records = await held(person);
    if (records.length === 0) continue;
    const kind = kindOfTable[table as Table];
    for (const { blob_id } of records) if (typeof blob_id === "string") files.push({ blobId: blob_id, kind });
    add(
      kind,
      records.map(({ blob_id: _file, ...each }) => each),
    );
  }
  if (person.consumerId)
    add("money", await moneyOf(actor, { consumerId: person.consumerId, ticketIds: person.ticketIds }));
  const visits = await visitRecordOf(person.ticketIds);
  add(
    "visits",
    visits.map((each) => ({ at: each.at, request: each.number, text: visitWords(each, locale) })),
  );
  return { parts: [...parts].map(([kind, each]) => ({ kind, rows: each })), files };
}

/** The movements of their money; amounts in rupees, as a person reads them. */
async function moneyOf(actor: Actor, of: { consumerId: string; ticketIds: readonly string[] }) {
  const { lines } = await customerMoney(actor, of);
  return lines.map(({ at, kind, amountPaise, from, to, number }) => ({
    at,
    kind,
    amount_rupees: (amountPaise / 100).toFixed(2),
    from,
    to,
    request: number,
  }));
}

/** A customer as the places know one; undefined for whoever was erased. */
export async function personOf(consumerId: string, before: Date): Promise<(Person & { name: string }) | undefined> {
  const [consumer] = await rows<{ name: string; phone: string }>(
    sql`select name, phone from consumers where id = ${consumerId} and erased_at is null`,
  );
  if (!consumer) return undefined;
  const tickets = await rows<{ id: string }>(sql`select id from tickets where phone = ${consumer.phone}`);
  return { consumerId, name: consumer.name, phone: consumer.phone, ticketIds: tickets.map(({ id }) => id), before };
}
