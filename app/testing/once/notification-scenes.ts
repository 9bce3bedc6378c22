import { randomUUID } from "node:crypto";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { createNotification } from "#modules/notifications/index.ts";
import { CreateNotification } from "#modules/notifications/shared.ts";
import { aCenter, aPhone, aProof, asAdmin } from "#modules/testing/factories.ts";
import { atDesk, type Scene, scene, tokenOf } from "./scene.ts";

const written = { title: "Diwali", userType: "Individual" } as const;

const aDevice = () => ({ device_token: `device-${randomUUID()}`, platform: "android" });

/** What is done with notifications, ready to be sent. */
export const notificationScenes = {
  "POST admin/create-notification": async (_till: unknown, call: string): Promise<Scene> => {
    const body = { ...written, discription: "Sweets for all", is_Active: true };
    return scene(call, { body, changed: { title: "Holi" } }, await atDesk());
  },
  "POST admin/send-notification-touser": async (_till: unknown, call: string): Promise<Scene> => {
    const one = await aCenter();
    const other = await aCenter();
    const { id } = await createNotification(
      asAdmin(),
      CreateNotification.parse({ ...written, description: "Sweets for all", active: true }),
    );
    const body = { userType: "Individual", mobile_number: one.phone, notification_id: id, sentBy: "me", night: "now" };
    return scene(call, { body, changed: { mobile_number: other.phone } }, await atDesk());
  },
  "POST common/register-device": async (_till: unknown, call: string): Promise<Scene> => {
    const phone = aPhone();
    await registerConsumer(system("scene"), { name: "Asha Rao", phone });
    const body = { ...aDevice(), mobile_number: phone, proof: await aProof({ phone }) };
    const { sent, changed } = scene(call, { body, changed: { platform: "ios" } });
    return { sent, changed, stranger: { ...sent, body: { ...body, proof: undefined } } };
  },
  "POST common/register-device · a center": async (_till: unknown, call: string): Promise<Scene> => {
    return scene(
      call,
      { body: aDevice(), changed: { platform: "ios" } },
      { as: await tokenOf("center", await aCenter()), stranger: {} },
    );
  },
};
