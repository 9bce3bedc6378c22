import { z } from "zod";
import { publicResource } from "#app/http/doors/page.server.ts";
import { fileResponse } from "#app/http/request/download.server.ts";
import { forWhoeverMay } from "#app/http/session/asker.server.ts";
import { feeReceipt } from "#modules/tickets/index.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

const Which = z.object({ ticketId: ticketReference });

/** The receipt of a paid fee as a PDF, for whoever may have the invoice of the request. */
export const loader = publicResource({ query: Which }, async (_anyone, { ticketId }, door) => {
  const proof = door.request.headers.get("x-otp-proof") || door.cookie("proof");
  return fileResponse(await forWhoeverMay(door, (asker) => feeReceipt(asker, ticketId, proof)), { save: true });
});
