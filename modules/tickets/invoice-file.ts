import { z } from "zod";
import { purposesProved, spendProof } from "../access/index.ts";
import { type Actor, can } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { em, row, rows, transaction } from "../kernel/db.server.ts";
import { missing, unauthenticated } from "../kernel/errors.ts";
import { removeBlob, storeBlob } from "../kernel/gateways/blobs.server.ts";
import { defineJob } from "../kernel/jobs.server.ts";
import { id } from "../kernel/validation.ts";
import { type Invoice, InvoiceSchema } from "./invoice.entity.ts";
import { open, type StoredFile, type StoredRow, stored } from "./picture.ts";
import type { Ticket } from "./ticket.entity.ts";
import { ticketOfLink } from "./visible.ts";

/** Render an invoice once and keep it; every later download is the same file. */
export const renderInvoice = defineJob({
  name: "tickets.renderInvoice",
  payload: z.object({ invoiceId: id }),
  run: async ({ invoiceId }) => {
    const invoice = await em().findOne(InvoiceSchema, { id: invoiceId });
    if (invoice) await keptFile(invoice);
  },
});

/** The stored PDF of an invoice, rendered now when nobody has yet; two at once leave one file. */
async function keptFile(invoice: Invoice): Promise<string> {
  const known = await fileOf(invoice.id);
  if (known) return known;
  // react-pdf takes a while to load and nobody needs it before the first invoice.
  const { invoicePdf } = await import("./invoice-pdf.server.ts");
  const pdf = await invoicePdf(invoice.facts);
  return transaction(async () => {
    const blob = await storeBlob(pdf, {
      kind: "invoice",
      ownerKind: "invoice",
      ownerId: invoice.id,
      mime: "application/pdf",
    });
    const [kept] = await rows(
      `insert into invoice_files (invoice_id, blob_id, created_at) values ($1, $2, $3)
       on conflict (invoice_id) do nothing returning 1`,
      [invoice.id, blob.id, now()],
    );
    if (kept) return blob.id;
    await removeBlob(blob.id);
    return (await fileOf(invoice.id))!;
  });
}

const fileOf = async (invoiceId: string) =>
  (await row<{ blob_id: string }>("select blob_id from invoice_files where invoice_id = $1", [invoiceId]))?.blob_id;

/**
 * The invoice of a ticket as a PDF (fixed point 10): for a browser or proof of the ticket's phone, the owning center
 * and admins who may view requests; whoever has only the link is asked for the OTP.
 */
export async function invoiceFile(actor: Actor, ticketId: string, proof?: string): Promise<StoredFile> {
  const ticket = await ticketOfLink(ticketId);
  await refuseStrangers(actor, ticket, proof);
  const drawn = await row<StoredRow & { number: string }>(
    `select i.number, b.key, b.mime, b.bytes from invoices i
       join invoice_files f on f.invoice_id = i.id join blobs b on b.id = f.blob_id where i.ticket_id = $1`,
    [ticket.id],
  );
  if (drawn) return open(drawn, fileName(drawn.number));
  const invoice = await em().findOne(InvoiceSchema, { ticketId: ticket.id });
  if (!invoice) throw missing("invoice.notYet");
  return stored(await keptFile(invoice), fileName(invoice.number));
}

const fileName = (number: string) => `${number.replaceAll("/", "-")}.pdf`;

async function refuseStrangers(actor: Actor, ticket: Ticket, proof: string | undefined) {
  switch (actor.kind) {
    case "system":
      return;
    case "center":
      if (ticket.centerId === actor.centerId) return;
      throw missing("ticket.notFound");
    case "admin": {
      const own = actor.role !== "CLIENT" || ticket.clientId === actor.clientId;
      if (own && can(actor, "view_ticket.full_access")) return;
      throw missing("ticket.notFound");
    }
    case "anyone": {
      const { phone } = ticket;
      const { address } = actor;
      if (actor.phones.includes(phone)) return;
      for (const purpose of await purposesProved({ phone, proof, address })) {
        // A proof that was sent may be shown again; one found by the address alone counts once (fixed point 13).
        if (!proof) await transaction(() => spendProof({ phone, purpose, address }));
        return;
      }
      throw unauthenticated("tracking.proofNeeded");
    }
    default:
      throw missing("ticket.notFound");
  }
}
