import { z } from "zod";
import { defineEvent } from "#modules/kernel/work/events.ts";
import { centerFlags } from "./registration/input.ts";
import { documentValues, rejectReasons } from "./verification/input.ts";

/** A paper of a center, or of one of its technicians, was rejected. */
export const documentRejected = defineEvent(
  "document.rejected",
  z.object({
    centerId: z.uuid(),
    /** Whether the paper is a technician's. */
    ofTechnician: z.boolean(),
    value: z.enum(documentValues),
    reason: z.enum(rejectReasons),
  }),
);

/** A center was disabled for something, or enabled again. */
export const centerRestricted = defineEvent(
  "center.restricted",
  z.object({
    centerId: z.uuid(),
    /** All it is now disabled for; nothing when it is enabled again. */
    disabledFor: z.array(z.enum(centerFlags)),
    /** The operators' remark to the center; their internal remark is not included. */
    why: z.string().nullable(),
  }),
);

/** Centers may fit more requests: their services, area or capacity changed. */
export const centersChanged = defineEvent("center.changed", z.object({ centerIds: z.array(z.uuid()) }));

const AboutDeskLogin = z.object({ centerId: z.uuid(), loginId: z.uuid() });

/** A person of a center's desk signed in for the first time, which proves the phone. */
export const deskLoginProven = defineEvent("deskLogin.proven", AboutDeskLogin);

/** A desk login that nobody signed in with has ended, because its person signed in at another center. */
export const deskLoginElsewhere = defineEvent("deskLogin.elsewhere", AboutDeskLogin);

/** A desk login that was signed in with has ended. */
export const deskLoginEnded = defineEvent("deskLogin.ended", AboutDeskLogin);

/** A center was subscribed until an instant (ISO), for the first time or for longer. */
export const centerSubscribed = defineEvent(
  "center.subscribed",
  z.object({ centerId: z.uuid(), until: z.iso.datetime() }),
);
