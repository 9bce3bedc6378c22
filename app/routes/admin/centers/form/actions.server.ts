import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { askerOf, keepNonce } from "#app/http/session/known-browser.server.ts";
import { changeCenter, createCenter, may, requestCenterOtp } from "#modules/centers/index.ts";
import { AddCenter, EditCenter, SendCenterOtp } from "#modules/centers/shared.ts";

const saving = { limit: formLimit, once: "in its transaction" } as const;

/** What is done with the form of a center (R322, R385–R395). */
export const centerFormActions = adminActions({
  create: {
    fresh: none("A center that is new takes nobody's sign-in"),
    ...saving,
    can: "add_center",
    input: AddCenter,
    run: async (admin, input, door: Door) => {
      const { id, centerName } = await createCenter(admin, input, askerOf(door));
      const about = { to: `/view-center/${id}`, name: centerName };
      const seen = may(admin, "seeCenters");
      door.toast("onboarder.added", undefined, "good", { about: seen ? about : undefined });
      return door.go(`/add-center?added=${id}`);
    },
  },
  update: {
    fresh: "money",
    ...saving,
    // Two flags allow it (Q43); the verb asks.
    can: "any admin",
    // The center logs in with this phone, and its flags can disable the center.
    input: EditCenter,
    run: async (admin, input, door: Door) => {
      const { id } = await changeCenter(admin, input, askerOf(door));
      door.toast("center.changed");
      const seen = may(admin, "seeCenters");
      return door.go(seen ? `/admin-centers?did=${id}` : `/add-center?edit=${id}`);
    },
  },
  sendOtp: {
    fresh: none("Sends a code, for no money"),
    can: "add_center",
    limit: formLimit,
    unkeyed: "Each press sends a code of its own; how many is limited",
    input: SendCenterOtp,
    run: async (_admin, { phone }, door: Door) => {
      const asking = { phone, action: "registration", locale: door.locale, ...askerOf(door) } as const;
      keepNonce(door, (await requestCenterOtp(asking)).nonce);
      return phone;
    },
  },
});
