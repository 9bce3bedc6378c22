import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { changeRole, createRole } from "#modules/access/index.ts";
import { AddRoleForm, UpdateRoleForm } from "#modules/access/shared.ts";

const saving = { limit: formLimit, once: "in its transaction", fresh: "money", to: "/roles" } as const;

/** What the form of a role does (R351). */
export const roleFormActions = adminActions({
  create: { ...saving, can: "add_role", input: AddRoleForm, run: createRole, say: "role.created" },
  update: {
    ...saving,
    can: "edit_role_permissions.full_access",
    input: UpdateRoleForm,
    run: changeRole,
    say: "role.updated",
  },
});
