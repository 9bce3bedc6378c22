import { localeOf } from "#modules/access/index.ts";
import { statesOfOnboarders } from "#modules/centers/index.ts";
import { day, fromNow, istDate } from "#modules/kernel/clock.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { unservedOn } from "#modules/tickets/index.ts";
import { sendSms } from "../providers/sms.server.ts";
import { deliver } from "./deliver.ts";
import { asVariable } from "./facts.ts";

/** An onboarder, and the day (IST) whose requests found no center. */
export type DemandNotice = { onboarderId: string; date: string };

/** Queue the message of yesterday's unserved demand for each onboarder; answers how many are looked at. */
export async function noteDemand(tell: (notice: DemandNotice) => Promise<void>): Promise<number> {
  const date = istDate(fromNow(-day));
  const onboarders = await statesOfOnboarders();
  await transaction(async () => {
    for (const { onboarderId } of onboarders) await tell({ onboarderId, date });
  });
  return onboarders.length;
}

/**
 * Send an onboarder an SMS with the number of a day's requests in their states that no center serves, and where most of
 * them are: one message for all, none without such a request.
 */
export async function tellDemand(notice: DemandNotice): Promise<void> {
  const [onboarder] = await statesOfOnboarders(notice.onboarderId);
  if (!onboarder) return;
  const demand = await unservedOn(notice.date, onboarder.states);
  if (!demand.most) return;
  const { phone } = onboarder;
  const locale = await localeOf(phone);
  const values = { count: demand.requests, place: asVariable(`${demand.most.pincode} ${demand.most.service}`) };
  const cause = `demand:${notice.date}:${notice.onboarderId}`;
  const job = { name: "notifications.tellDemand", payload: notice };
  await deliver({ cause, channel: "sms", template: "unservedDemand", to: phone, job }, () =>
    sendSms(phone, "unservedDemand", values, locale),
  );
}
