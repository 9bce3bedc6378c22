import { z } from "zod";
import { forWhoeverMay } from "#app/http/asker.server.ts";
import type { Door } from "#app/http/door.server.ts";
import { sendFile } from "#app/http/download.server.ts";
import { publicResource } from "#app/http/page.server.ts";
import { trackingPath } from "#app/routes/public/tracking-paths.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { invoiceFile } from "#modules/tickets/index.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

const Which = z.object({ ticketId: ticketReference });

/** The invoice as a PDF (R091, R093); a person with the link alone is led to prove the phone first (fixed point 10). */
export const loader = publicResource({ query: Which }, async (_anyone, { ticketId }, door) => {
  const proof = door.cookie("proof") ?? door.request.headers.get("x-otp-proof") ?? undefined;
  try {
    return sendFile(await forWhoeverMay(door, (asker) => invoiceFile(asker, ticketId, proof)), { save: true });
  } catch (error) {
    if (isPerson(door) && error instanceof DomainError && error.kind === "unauthenticated") {
      return door.go(trackingPath(ticketId, { do: "invoice" }));
    }
    throw error;
  }
});

const isPerson = ({ request }: Door) => request.headers.get("accept")?.includes("text/html") ?? false;
