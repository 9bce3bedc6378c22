import { randomInt } from "node:crypto";
import type { Center } from "#modules/centers/center/center.entity.ts";
import { techniciansList } from "#modules/centers/index.ts";
import { financialYear, now } from "#modules/kernel/clock.ts";
import { em, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { prepareExport, writeExport } from "#modules/kernel/lists/prepared-export.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { asCenter } from "#modules/testing/factories.ts";
import { NeedPictureSchema } from "#modules/tickets/booking/need-picture.entity.ts";
import { InvoiceBuyerSchema, InvoiceFileSchema, InvoiceSchema } from "#modules/tickets/invoices/invoice.entity.ts";
import { invoiceBuyer, invoiceFacts } from "#modules/tickets/invoices/invoice.ts";
import type { Ticket } from "#modules/tickets/ticket.entity.ts";

/** Makes an export file of a center's technicians. */
export async function exported(center: Center): Promise<string> {
  const exportInput = { actor: asCenter(center), filter: {}, format: "csv", locale: "en" } as const;
  const exportId = await unitOfWork(() => prepareExport(techniciansList, exportInput));
  await runJob(writeExport, { exportId });
  return exportId;
}

/** Stores the invoice of a closed ticket with its buyer and a file that contains a text. */
export async function anInvoice(
  ticket: Ticket,
  { serviceName, centerName, number, text }: { serviceName: string; centerName: string; number: string; text: string },
): Promise<void> {
  const issuedAt = now();
  const billed = { ...ticket, service: { name: serviceName, sac: null }, centerName };
  const paid = { closingPricePaise: fromRupees(500), materialPaise: fromRupees(0), feePaidPaise: fromRupees(0) };
  const facts = invoiceFacts({ ...billed, ...paid }, { number, issuedAt });
  const invoice = em().create(InvoiceSchema, {
    ticketId: ticket.id,
    number: facts.number,
    financialYear: financialYear(issuedAt),
    sequence: randomInt(1, 2_000_000_000),
    totalPaise: facts.totalPaise,
    facts,
    issuedAt,
  });
  const blob = await storeBlob(Buffer.from(`%PDF ${text}`), {
    kind: "invoice",
    ownerKind: "invoice",
    ownerId: invoice.id,
    mime: "application/pdf",
  });
  await em().flush();
  em().create(InvoiceBuyerSchema, { invoiceId: invoice.id, ...invoiceBuyer({ ...billed, ...paid }) });
  em().create(InvoiceFileSchema, { invoiceId: invoice.id, blobId: blob.id });
}

/** Makes a stored file one the customer added to a request; returns its id. */
export async function aNeedPicture({ id: ticketId }: Ticket, { id: blobId }: { id: string }): Promise<string> {
  const picture = em().create(NeedPictureSchema, { ticketId, draftId: null, slot: 0, blobId });
  await em().flush();
  return picture.id;
}
