import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { createOnboarder, updateOnboarder } from "#modules/centers/index.ts";
import { AddOnboarder, EditOnboarder } from "#modules/centers/shared.ts";

const saving = { can: "view_admin_bar", limit: formLimit, once: "in its transaction" } as const;

/** What is done with the form of an onboarder (R413). */
export const onboarderFormActions = adminActions({
  create: {
    fresh: none("An onboarder that is new takes nobody's sign-in"),
    ...saving,
    input: AddOnboarder,
    run: async (admin, input, door: Door) => {
      const { id } = await createOnboarder(admin, input);
      door.toast("onboarders.created");
      return door.go(`/admin-center-onboarders?did=${id}`);
    },
  },
  update: {
    fresh: "money",
    ...saving,
    // The onboarder logs in with this phone.
    input: EditOnboarder,
    run: async (admin, input, door: Door) => {
      await updateOnboarder(admin, input);
      door.toast("onboarders.updated");
      return door.go(`/admin-center-onboarders?did=${input.onboarderId}`);
    },
  },
});
