import { centerSubscribed, centersChanged } from "#modules/centers/index.ts";
import { within } from "#modules/kernel/work/events.ts";
import { type AnyJob, defineSchedule, type Schedule } from "#modules/kernel/work/jobs.server.ts";
import { orderClosed, orderPaid, salesMoved, subscriptionGranted } from "#modules/wallet/index.ts";
import { clearDrafts } from "./booking/clear-drafts.ts";
import { feePaid, releaseUnpaidUse } from "./booking/pay-booking.ts";
import { remindOfFee } from "./booking/remind-unpaid.ts";
import { endUnpaidUse } from "./booking/use-window.ts";
import { settleCancellation } from "./by-customer/cancel-own.ts";
import { centerHasRoom, ticketClosed, ticketStillNeeded } from "./events.ts";
import { remindOfHeldFees } from "./fees/held-fees.ts";
import { refundUnaccepted } from "./fees/refund-unaccepted.ts";
import { escalateUnaccepted } from "./matching/escalate.ts";
import { leadPaid } from "./matching/pay-acceptance.ts";
import { expireReservations } from "./matching/reserve.ts";
import { watchVisits } from "./missed/watch-visits.ts";
import { remindOfOutcomes, settleOutcomes } from "./outcome/settle.ts";
import { notePaper, noteSubscriptionPaper } from "./papers/issue.ts";
import { countUsualCosts } from "./prices/usual-cost.ts";
import { expireProposal } from "./proposals/expire.ts";
import { farePaid } from "./rides/pay-ride.ts";
import { askStillNeeded } from "./still-needed/ask.ts";
import { expireTimeChanges } from "./time-changes/answer.ts";
import { matchUploaded } from "./upload/match-uploaded.ts";
import { readUpload } from "./upload/read-upload.ts";
import { tendUploadsEveryMinute } from "./upload/tend-uploads.ts";
import { takeBack } from "./upload/undo-upload.ts";
import { sweepStoredHourly } from "./upload/uploads.ts";
import { writeUpload } from "./upload/write-upload.ts";
import { clearLinks } from "./visit/clear-links.ts";
import { sendLinkToPhone } from "./visit/send-link.ts";
import { sendDueCodes } from "./visit/visit-codes.ts";
import { offerWaiting, offerWaitingNightly, offerWaitingSoon, offerWhatIsNeeded } from "./waiting/offer-waiting.ts";
import { clearWaitlist, informWaitlist, informWaitlistSoon } from "./waitlist/waitlist.ts";
import { settleDeletion } from "./work/delete.ts";

/*
 * The listeners and jobs of tickets: handlers of what becomes of an order, in its transaction, and scheduled jobs.
 */

within(orderPaid, async (purchase) => {
  if (purchase.purpose === "booking_fee" || purchase.purpose === "pick_drop") await feePaid(purchase);
  if (purchase.purpose === "lead_fee") await leadPaid(purchase);
  if (purchase.purpose === "ride_fare") await farePaid(purchase);
});

within(orderClosed, async (purchase) => {
  if (purchase.purpose === "booking_fee" || purchase.purpose === "pick_drop") await releaseUnpaidUse(purchase);
});

within(centersChanged, ({ centerIds }) => offerWaitingSoon(centerIds));
within(centerSubscribed, ({ centerId }) => offerWaitingSoon([centerId]));
within(centerHasRoom, ({ centerId }) => offerWaitingSoon([centerId]));
within(ticketStillNeeded, offerWhatIsNeeded);

within(centersChanged, ({ centerIds }) => informWaitlistSoon(centerIds));
within(centerSubscribed, ({ centerId }) => informWaitlistSoon([centerId]));

// Asks only after a closing without a visit.
within(ticketClosed, ({ ticketId }) => askStillNeeded(ticketId, "not_visited"));
within(salesMoved, notePaper);
within(subscriptionGranted, noteSubscriptionPaper);

export const bookingJobs: readonly AnyJob[] = [
  settleDeletion,
  settleCancellation,
  offerWaiting,
  endUnpaidUse,
  remindOfFee,
  readUpload,
  writeUpload,
  matchUploaded,
  takeBack,
  informWaitlist,
  expireProposal,
  sendLinkToPhone,
];

const everyMinute = (name: string, run: () => Promise<unknown>) => defineSchedule({ name, cron: "* * * * *", run });

/** What runs each minute costs one lookup in a partial index when nothing is due. */
export const bookingSchedules: readonly Schedule[] = [
  everyMinute("tickets.expireReservations", expireReservations),
  everyMinute("tickets.escalateUnaccepted", escalateUnaccepted),
  everyMinute("tickets.refundUnaccepted", refundUnaccepted),
  everyMinute("tickets.sendDueCodes", sendDueCodes),
  everyMinute("tickets.expireTimeChanges", expireTimeChanges),
  everyMinute("tickets.watchVisits", watchVisits),
  defineSchedule({ name: "tickets.remindOfHeldFees", cron: "45 9 * * *", retries: 5, run: remindOfHeldFees }),
  everyMinute("tickets.settleOutcomes", settleOutcomes),
  // By day only.
  defineSchedule({ name: "tickets.remindOfOutcomes", cron: "*/10 9-19 * * *", run: remindOfOutcomes }),
  defineSchedule({ name: "tickets.clearDrafts", cron: "17 * * * *", run: clearDrafts }),
  defineSchedule({ name: "tickets.countUsualCosts", cron: "50 2 * * *", retries: 5, run: countUsualCosts }),
  defineSchedule({ name: "tickets.clearLinks", cron: "20 3 * * *", retries: 5, run: clearLinks }),
  defineSchedule({ name: "tickets.clearWaitlist", cron: "27 * * * *", run: clearWaitlist }),
  offerWaitingNightly,
  tendUploadsEveryMinute,
  sweepStoredHourly,
];
