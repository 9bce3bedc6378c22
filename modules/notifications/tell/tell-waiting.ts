import { localeOf } from "#modules/access/index.ts";
import { openOffersOfRun } from "#modules/tickets/index.ts";
import { sendSms } from "../providers/sms.server.ts";
import { deliver, noLongerTrue } from "./deliver.ts";
import { phoneOf, push } from "./tell-of-notices.ts";

export type WaitingNotice = { centerId: string; runId: string; given: number };

/**
 * Notify a center by SMS and push how many waiting requests a run offered or assigned to it: one message for all of
 * them, counting those that are still open when it is sent.
 */
export async function tellWaiting(notice: WaitingNotice): Promise<void> {
  const { centerId, runId, given } = notice;
  const cause = `center:${centerId}:waiting:${runId}`;
  const count = given + (await openOffersOfRun(runId));
  const phone = count > 0 && (await phoneOf(centerId));
  if (!phone) return noLongerTrue(cause);
  const job = { name: "notifications.tellWaiting", payload: notice };
  const locale = await localeOf(phone);
  await deliver({ cause, channel: "sms", template: "centerWaiting", to: phone, job }, () =>
    sendSms(phone, "centerWaiting", { count }, locale),
  );
  await push({
    centerId,
    cause,
    template: "centerWaiting",
    values: { count },
    job,
    locale,
    path: "/brodcast-requests",
  });
}
