import type { Locale } from "#modules/messages/index.ts";
import { sendPush } from "../providers/push.server.ts";
import { sendWebPush } from "../providers/web-push.server.ts";
import type { TemplatesOn, ValuesOf } from "../templates/templates.ts";
import type { Handed } from "./deliver.ts";
import { devicesOf, forgetDevice } from "./devices.ts";
import { browsersOf, forgetBrowser } from "./subscriptions.ts";

type PushTemplate = TemplatesOn<"push">;

/** A browser or an app that pushes go to. */
export type PushTarget = {
  /** Tells its push from those to others of the same cause. */
  key: string;
  /** Its name in the message log. */
  name: string;
  send: (
    template: PushTemplate,
    values: ValuesOf<PushTemplate>,
    options: { path: string; tag: string; locale: Locale },
  ) => Promise<Handed>;
  /** Deletes it once it is gone. */
  remove: () => Promise<unknown>;
};

/** The browsers of a center that are subscribed: all of its desk, or the owner's alone. */
export const browserTargets = async (centerId: string, reader: "desk" | "owner" = "desk"): Promise<PushTarget[]> =>
  (await browsersOf(centerId, reader)).map(({ id, hash, name, subscription }) => ({
    key: hash.slice(0, 32),
    name,
    send: (template, values, { path, tag, locale }) =>
      sendWebPush(subscription, template, values, { path, tag: `${hash.slice(0, 8)}${tag}`.slice(0, 32), locale }),
    remove: () => forgetBrowser(id),
  }));

/** The devices of a technician's apps. */
export const deviceTargets = async (technicianId: string): Promise<PushTarget[]> =>
  ((await devicesOf([technicianId])).get(technicianId) ?? []).map((device) => ({
    key: device.id,
    name: `app ${device.id.slice(-6)}`,
    send: (template, values, options) => sendPush(device, template, values, options),
    remove: () => forgetDevice(device.id),
  }));
