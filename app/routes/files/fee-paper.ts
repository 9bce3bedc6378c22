import { z } from "zod";
import { publicResource } from "#app/http/doors/page.server.ts";
import { fileLimit } from "#app/http/doors/use-limit.server.ts";
import { fileResponse } from "#app/http/request/download.server.ts";
import { withPermittedAsker } from "#app/http/session/asker.server.ts";
import { idSaying } from "#modules/kernel/validation.ts";
import { feePaperFile } from "#modules/tickets/index.ts";

/** A paper of what the operator sold as a PDF, for the center or the customer who bought it and for permitted admins. */
export const loader = publicResource(
  { limit: fileLimit, query: z.object({ id: idSaying("feePaper.missing") }) },
  async (_anyone, { id }, door) => {
    const proof = door.request.headers.get("x-otp-proof") || door.cookie("proof");
    return fileResponse(await withPermittedAsker(door, (asker) => feePaperFile(asker, id, proof)), { save: true });
  },
);
