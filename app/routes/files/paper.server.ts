import { z } from "zod";
import { publicResource } from "#app/http/doors/page.server.ts";
import { fileLimit } from "#app/http/doors/use-limit.server.ts";
import { fileResponse } from "#app/http/request/download.server.ts";
import { withPermittedAsker } from "#app/http/session/asker.server.ts";
import { type TrackingAction, trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import type { StoredFile } from "#modules/tickets/index.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

const Which = z.object({ ticketId: ticketReference });

/** A paper of a request as a PDF; a visitor with only the link must prove the phone first (fixed point 10). */
export const paper = (
  action: TrackingAction,
  file: (asker: Actor, ticketId: string, proof?: string) => Promise<StoredFile>,
) =>
  publicResource({ limit: fileLimit, query: Which }, async (_anyone, { ticketId }, door) => {
    const proof = door.request.headers.get("x-otp-proof") || door.cookie("proof");
    try {
      return fileResponse(await withPermittedAsker(door, (asker) => file(asker, ticketId, proof)), { save: true });
    } catch (error) {
      if (door.opened && error instanceof DomainError && error.kind === "unauthenticated") {
        return door.go(trackingPath(ticketId, { do: action }));
      }
      throw error;
    }
  });
