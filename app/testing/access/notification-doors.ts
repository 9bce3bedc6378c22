import { randomUUID } from "node:crypto";
import { aPhone } from "#modules/testing/factories.ts";
import { call, type Knock, read } from "./ask.ts";
import { form, page } from "./web-ask.ts";

const keeping = { for: ["admin"], needs: ["view_admin_bar"] } as const;
const browser = { for: ["center"] } as const;
const reachable = { for: ["center", "technician"] } as const;
/** A notification that is not there: nobody sends one by knocking. */
const notificationId = randomUUID();
const written = { title: "Diwali", userType: "Individual" };

/** The requests to notifications, to the devices they are pushed to, and to inboxes. */
export const notificationDoors: Record<string, Knock> = {
  "POST /notifications add": form("/notifications", "add", {
    ...keeping,
    with: { ...written, description: "Sweets for all" },
  }),
  "POST /notifications switch": form("/notifications", "switch", {
    ...keeping,
    with: { notificationId, active: "false" },
  }),
  "POST /notifications count": form("/notifications", "count", {
    ...keeping,
    with: () => ({ notificationId, phone: aPhone() }),
  }),
  "POST /notifications send": form("/notifications", "send", {
    ...keeping,
    with: () => ({ notificationId, phone: aPhone() }),
  }),
  "POST /notification-history stop": form("/notification-history", "stop", {
    ...keeping,
    with: { sendId: notificationId },
  }),
  "GET /inbox": page("/inbox", browser),
  "GET api/admin/get-all-notification": read("admin/get-all-notification", keeping),
  "GET api/admin/get-all-notification-log": read("admin/get-all-notification-log", keeping),
  "POST api/admin/create-notification": call("admin/create-notification", {
    ...keeping,
    send: () => ({ ...written, discription: "Sweets for all", is_Active: false }),
  }),
  "POST api/admin/send-notification-touser": call("admin/send-notification-touser", {
    ...keeping,
    send: () => ({ userType: "Individual", mobile_number: aPhone(), notification_id: notificationId, sentBy: "me" }),
  }),
  "POST api/common/register-device": call("common/register-device", {
    ...reachable,
    send: () => ({ device_token: `device-${randomUUID()}`, platform: "android", mobile_number: aPhone() }),
  }),
  "GET api/common/my-notifications": read("common/my-notifications", reachable),
  "GET /my-notifications": page("/my-notifications", browser),
  "POST /my-notifications send": form("/my-notifications", "send", { ...browser, with: () => ({ phone: aPhone() }) }),
  "POST /my-notifications confirm": form("/my-notifications", "confirm", {
    ...browser,
    with: () => ({ phone: aPhone(), otp: "123456" }),
  }),
  "POST /my-notifications forget": form("/my-notifications", "forget", browser),
};
