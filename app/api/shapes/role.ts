import { z } from "zod";
import type { RoleCard } from "#modules/access/shared.ts";
import type { Permission } from "#modules/kernel/actor.ts";

/** An admin role with its permissions. */
export const RoleShape = z.strictObject({
  _id: z.string(),
  role_name: z.string(),
  permissions: z.record(z.string(), z.union([z.boolean(), z.record(z.string(), z.boolean())])),
});

export const role = ({
  id,
  roleName,
  permissions,
}: {
  id: string;
  roleName: string;
  permissions: readonly Permission[];
}): z.input<typeof RoleShape> => ({ _id: id, role_name: roleName, permissions: nested(permissions) });

/** A role among all roles, with the user name of who created it. */
export const ListedRoleShape = RoleShape.extend({ role_created_user: z.string().nullable() });

export const listedRole = (card: RoleCard): z.input<typeof ListedRoleShape> => ({
  ...role(card),
  role_created_user: card.createdBy,
});

/** Permissions as the wire nests them: `view_ticket: { full_access: true }` (Q72). */
function nested(permissions: readonly Permission[]) {
  const tree: z.input<typeof RoleShape>["permissions"] = {};
  for (const permission of permissions) {
    const [flag, part] = permission.split(".") as [string, string | undefined];
    tree[flag] = part ? { ...(typeof tree[flag] === "object" ? tree[flag] : {}), [part]: true } : true;
  }
  return tree;
}
