import { Readable } from "node:stream";
import { type Actor, isDesk } from "#modules/kernel/actor.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { ticketById } from "../get-ticket.ts";
import { refuseStrangers } from "../invoices/invoice-file.ts";
import type { StoredFile } from "../pictures/picture.ts";
import { may } from "../policy.ts";
import { hidesContacts, readings } from "../reading.ts";
import { buyerOf } from "./issue.ts";
import { type FeePaper, FeePaperSchema } from "./paper.entity.ts";
import type { FeePaperBuyer } from "./paper-facts.ts";

/**
 * Returns a paper of what the operator sold as a PDF, drawn each time: a center's for the center, a customer's for a
 * browser or proof of the request's phone, each for admins with view_Wallet, with the customer only for those who may
 * view requests. To others it does not exist.
 */
export async function feePaperFile(actor: Actor, paperId: string, proof?: string): Promise<StoredFile> {
  const paper = await em().findOne(FeePaperSchema, { id: paperId });
  if (!paper) throw missing("feePaper.missing");
  await refuseOthers(actor, paper, proof);
  const buyer = await buyerOf(paper.id);
  // react-pdf takes long to load, so it is loaded with the first paper.
  const { feePaperPdf } = await import("./paper-pdf.server.ts");
  const pdf = await feePaperPdf(paper.facts, buyer && hidesContacts(actor) ? shownTo(actor, paper, buyer) : buyer);
  return {
    stream: Readable.from([pdf]),
    mime: "application/pdf",
    bytes: pdf.byteLength,
    name: `${paper.number.replaceAll("/", "-")}.pdf`,
  };
}

async function refuseOthers(actor: Actor, { centerId, ticketId }: FeePaper, proof: string | undefined) {
  if (actor.kind === "admin" && may(actor, "seeAllPapers")) return;
  if (actor.kind === "center" && !isDesk(actor) && centerId === actor.centerId) return;
  if (actor.kind === "anyone" && !centerId && ticketId)
    return refuseStrangers(actor, await ticketById(ticketId), proof);
  throw missing("feePaper.missing");
}

/** The buyer as admins see it who may not see contacts; of a customer only state and pincode without the right to requests. */
function shownTo(actor: Actor, { centerId }: FeePaper, buyer: FeePaperBuyer): FeePaperBuyer {
  if (centerId) return { ...buyer, name: withoutContacts(buyer.name), address: withoutContacts(buyer.address) };
  if (!may(actor, "openRequests")) return { ...buyer, name: "", address: "", city: "" };
  const { name, place, city } = readings.office;
  return {
    ...buyer,
    name: name(buyer.name),
    address: place(buyer.address) ?? "",
    city: city(buyer.city) ?? "",
  };
}
