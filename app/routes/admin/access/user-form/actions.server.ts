import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { changeUser, createUser } from "#modules/access/index.ts";
import { SaveUser, UpdateUser } from "#modules/access/shared.ts";

const saving = {
  can: "view_admin_bar",
  limit: formLimit,
  once: "in its transaction",
  fresh: "money",
  to: "/users",
} as const;

/** What the form of a user does, and what is said of it (R360). */
export const userFormActions = adminActions({
  create: { ...saving, input: SaveUser, run: createUser, say: "user.created" },
  update: { ...saving, input: UpdateUser, run: changeUser, say: "user.updated" },
});
