import { adminCard, localeOf } from "../access/index.ts";
import { sendSms } from "../kernel/gateways/sms.server.ts";
import { deliver } from "./deliver.ts";

/** Tell an admin that their password was changed: if they did not do it, this is how they hear of it (H1). */
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
