import { Readable } from "node:stream";
import { sql } from "kysely";
import { z } from "zod";
import { proofMissing, purposeProved } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { missing, unauthenticated } from "#modules/kernel/errors.ts";
import { removeBlob, storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { id } from "#modules/kernel/validation.ts";
import { defineJob, later } from "#modules/kernel/work/jobs.server.ts";
import { ticketOfLink } from "../get-ticket.ts";
import { open, type StoredFile, type StoredRow, stored } from "../pictures/picture.ts";
import { may } from "../policy.ts";
import { hidesContacts, readings } from "../reading.ts";
import type { Ticket } from "../ticket.entity.ts";
import { type Invoice, InvoiceSchema } from "./invoice.entity.ts";
import type { InvoiceBuyer, InvoiceFacts } from "./invoice-facts.ts";

/** Render an invoice's PDF once and store it; every later download is that file. */
export const renderInvoice = defineJob({
  name: "tickets.renderInvoice",
  payload: z.object({ invoiceId: id }),
  run: async ({ invoiceId }) => {
    const invoice = await em().findOne(InvoiceSchema, { id: invoiceId });
    if (invoice) await storedFile(invoice);
  },
});

/** Returns the stored PDF of an invoice, rendered now if there is none; concurrent calls store one file. */
async function storedFile(invoice: Invoice): Promise<string> {
  const known = await fileOf(invoice.id);
  if (known) return known;
  // react-pdf takes long to load, so it is loaded with the first invoice.
  const { invoicePdf } = await import("./invoice-pdf.server.ts");
  const buyer = await buyerOf(invoice);
  const facts = await factsNow(invoice);
  const pdf = await invoicePdf(facts, buyer);
  const blobId = await transaction(async () => {
    // An erasure deletes the buyer before the file: a PDF drawn with the person meanwhile is not stored.
    if (buyer && !(await buyerOf(invoice))) return undefined;
    // Nor what was drawn before it was paid.
    if ((await factsNow(invoice)).paid !== facts.paid) return undefined;
    const blob = await storeBlob(pdf, {
      kind: "invoice",
      ownerKind: "invoice",
      ownerId: invoice.id,
      mime: "application/pdf",
    });
    const [first] = await rows(
      sql`insert into invoice_files (invoice_id, blob_id, created_at) values (${invoice.id}, ${blob.id}, ${now()})
       on conflict (invoice_id) do nothing returning 1`,
    );
    if (first) return blob.id;
    await removeBlob(blob.id);
    return (await fileOf(invoice.id))!;
  });
  return blobId ?? storedFile(invoice);
}

/**
 * What an invoice says now: as it was issued, and paid also when its price was paid afterwards. A payment waits until a
 * transaction that read this is over.
 */
export async function factsNow({ facts, ticketId }: Pick<Invoice, "facts" | "ticketId">): Promise<InvoiceFacts> {
  if (facts.paid) return facts;
  // No condition about the payment: a row that does not meet one is not locked.
  const ticket = await row(
    sql<{ paid: boolean }>`
      select coalesce(paid_at > ${facts.issuedAt}::timestamptz, false) as paid from tickets where id = ${ticketId} for share`,
  );
  return ticket?.paid ? { ...facts, paid: true } : facts;
}

/** Forget the stored PDF of a ticket's invoice, in the transaction of what it has to say anew, and draw it again. */
export async function redrawInvoice(ticketId: string): Promise<void> {
  const invoice = await em().findOne(InvoiceSchema, { ticketId });
  if (!invoice) return;
  const removed = await row(
    sql<{ blob_id: string }>`delete from invoice_files where invoice_id = ${invoice.id} returning blob_id`,
  );
  if (removed) await removeBlob(removed.blob_id);
  await later(renderInvoice, { invoiceId: invoice.id });
}

/** Who bought; null once the person was erased. */
const buyerOf = async ({ id }: Invoice): Promise<InvoiceBuyer | null> =>
  (await row<InvoiceBuyer>(
    sql`select name, address, city, state, state_code as "stateCode", pincode from invoice_buyers
      where invoice_id = ${id} for key share`,
  )) ?? null;

const fileOf = async (invoiceId: string) =>
  (await row<{ blob_id: string }>(sql`select blob_id from invoice_files where invoice_id = ${invoiceId}`))?.blob_id;

/**
 * Returns the invoice of a ticket as a PDF (fixed point 10): for a browser or proof of the ticket's phone, the owning
 * center, and admins who may view requests. A holder of the link alone needs an OTP.
 */
export async function invoiceFile(actor: Actor, ticketId: string, proof?: string): Promise<StoredFile> {
  const ticket = await ticketOfLink(ticketId);
  await refuseStrangers(actor, ticket, proof);
  const masked = hidesContacts(actor) && (await maskedFile(ticket));
  if (masked) return masked;
  const drawn = await row<StoredRow & { number: string }>(
    sql`select i.number, b.key, b.mime, b.bytes from invoices i
       join invoice_files f on f.invoice_id = i.id join blobs b on b.id = f.blob_id where i.ticket_id = ${ticket.id}`,
  );
  if (drawn) return open(drawn, fileName(drawn.number));
  const invoice = await em().findOne(InvoiceSchema, { ticketId: ticket.id });
  if (!invoice) throw missing("invoice.notYet");
  return stored(await storedFile(invoice), fileName(invoice.number));
}

/** For readers who may not see phones, an invoice that contains one is rendered without it and not stored. */
async function maskedFile({ id }: Ticket): Promise<StoredFile | undefined> {
  const invoice = await em().findOne(InvoiceSchema, { ticketId: id });
  if (!invoice) return undefined;
  const recipient = await buyerOf(invoice);
  if (!recipient) return undefined;
  const { name, place, city } = readings.office;
  const shown = {
    ...recipient,
    name: name(recipient.name),
    address: place(recipient.address) ?? "",
    city: city(recipient.city) ?? "",
  };
  if (JSON.stringify(shown) === JSON.stringify(recipient)) return undefined;
  const { invoicePdf } = await import("./invoice-pdf.server.ts");
  const pdf = await invoicePdf(await factsNow(invoice), shown);
  return {
    stream: Readable.from([pdf]),
    mime: "application/pdf",
    bytes: pdf.byteLength,
    name: fileName(invoice.number),
  };
}

const fileName = (number: string) => `${number.replaceAll("/", "-")}.pdf`;

/** Refuses actors who may not have the papers of a ticket; a holder of the link alone needs a proof. */
export async function refuseStrangers(actor: Actor, ticket: Ticket, proof: string | undefined) {
  if (may(actor, "haveInvoice", ticket)) return;
  if (actor.kind !== "anyone") throw missing("ticket.notFound");
  if (!proof) throw proofMissing(actor);
  // Reading does not use up the proof: the action it was issued for may still use it.
  if (!(await purposeProved({ phone: ticket.phone, proof }))) throw unauthenticated("tracking.proofNeeded");
}
