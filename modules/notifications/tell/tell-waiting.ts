import { localeOf } from "#modules/access/index.ts";
import { openOffersOfRun } from "#modules/tickets/index.ts";
import { sendSms } from "../providers/sms.server.ts";
import { deliver, noLongerTrue } from "./deliver.ts";
import { phoneOf, push } from "./tell-of-notices.ts";

export type WaitingNotice = { centerId: string; runId: string; given: number };

/**
 * Tell a center by SMS and push how many requests that had waited a run offered or gave to it: one message for all of
 * them, with those that are still open when it goes out.
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
