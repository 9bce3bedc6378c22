import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { missing } from "#modules/kernel/errors.ts";
import { id, lenient, publicId } from "#modules/kernel/validation.ts";
import { answersIn, hidesContacts, may, needPictures, readsHouse, requestDetail } from "#modules/tickets/index.ts";
import { adjustments, may as mayInWallet } from "#modules/wallet/index.ts";
import { actsOf } from "../acts/acts-of.server.ts";
import { actNames, requestDialog } from "../acts/dialog.server.ts";
import { adjustDialog } from "../adjust/adjust.server.ts";

/** The request, and the dialog over it: of an act, or about one of its centers. */
export const RequestQuery = z.object({
  ticketId: lenient(publicId),
  act: lenient(z.enum([...actNames, "centerRemarks", "adjust"])),
  of: lenient(publicId),
  center: lenient(id),
});

/** View Request: one request in full, what may be done with it, and the open dialog. */
export async function requestView(admin: ActorOf<"admin">, query: z.output<typeof RequestQuery>, { locale }: Door) {
  const { ticketId, act, center } = query;
  // R283: a malformed id is as wrong as one that is not there.
  if (!ticketId) throw missing("request.invalid");
  const detail = await requestDetail(admin, ticketId);
  const edits = may(admin, "editRequests");
  const offer = detail.offers.find(({ centerId }) => centerId === center);
  const { feedback } = detail.request;
  return {
    ...detail,
    request: {
      ...detail.request,
      feedback: feedback && { ...feedback, answers: answersIn(feedback.answers, locale) },
    },
    acts: actsOf(admin, detail.request),
    /** What the customer added when booking. */
    needPictures: await needPictures(admin, ticketId),
    edits,
    /** Whether the reader is of the house: its remarks and judgements are shown to it alone. */
    house: readsHouse(admin),
    /** Whether numbers are stars, and whether one may be shown. */
    starred: hidesContacts(admin),
    /** Whether the numbers of centers and technicians may be shown. */
    revealsPartners: hidesContacts(admin) && may(admin, "revealPartners"),
    dialog: await requestDialog(admin, { act, of: ticketId, center }),
    /** The center a dialog over the page is about: the team's remarks, or a refund or penalty (R470, R472). */
    remarked: act === "centerRemarks" && edits && readsHouse(admin) ? (offer ?? null) : null,
    adjusting: act === "adjust" && center ? await adjustDialog(admin, { ticketId, centerId: center }) : null,
    /** Refunds and penalties, also those that wait; null for who may not move money. */
    adjustments: mayInWallet(admin, "adjust") ? await adjustments(admin, { ticketId }) : null,
  };
}
export type RequestPage = Awaited<ReturnType<typeof requestView>>;
