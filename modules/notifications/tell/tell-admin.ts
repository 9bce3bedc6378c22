import { adminCard, localeOf } from "#modules/access/index.ts";
import { sendSms } from "../providers/sms.server.ts";
import { deliver } from "./deliver.ts";

/** Notify an admin that their password was changed, so that a change by another person is noticed (H1). */
export async function tellPasswordChanged({ adminId, at }: { adminId: string; at: string }): Promise<void> {
  const { mobile } = await adminCard(adminId);
  if (!mobile) return;
  const locale = await localeOf(mobile);
  await deliver(
    {
      cause: `admin:${adminId}:passwordChanged:${at}`,
      channel: "sms",
      template: "passwordChanged",
      to: mobile,
      job: { name: "notifications.tellPasswordChanged", payload: { adminId, at } },
    },
    () => sendSms(mobile, "passwordChanged", {}, locale),
  );
}
