import { z } from "zod";
import { askerOf } from "#app/http/asker.server.ts";
import { sendFile } from "#app/http/download.server.ts";
import { publicResource } from "#app/http/page.server.ts";
import { invoiceFile } from "#modules/tickets/index.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

const Which = z.object({ ticketId: ticketReference });

/** The invoice as a PDF (R091, R093); a stranger with the link is sent to prove the phone (fixed point 10). */
export const loader = publicResource({ query: Which }, async (_anyone, { ticketId }, door) => {
  const asker = await askerOf(door);
  const proof = door.cookie("proof") ?? door.request.headers.get("x-otp-proof") ?? undefined;
  return sendFile(await invoiceFile(asker, ticketId, proof), { save: true });
});
