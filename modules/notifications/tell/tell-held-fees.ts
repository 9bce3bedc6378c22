import { decidersToAlert, localeOf } from "#modules/access/index.ts";
import { sendSms } from "../providers/sms.server.ts";
import { deliver } from "./deliver.ts";

export type HeldFeesAlert = { adminId: string; count: number; at: string };

/** Send an admin who decides about money an SMS with the number of booking fees undecided for two days. */
export async function tellHeldFees({ adminId, count, at }: HeldFeesAlert): Promise<void> {
  const decider = (await decidersToAlert()).find(({ id }) => id === adminId);
  if (!decider) return;
  const { mobile } = decider;
  const locale = await localeOf(mobile);
  await deliver({ cause: `heldFees:${at}:${adminId}`, channel: "sms", template: "heldFees", to: mobile }, () =>
    sendSms(mobile, "heldFees", { count }, locale),
  );
}
