import { z } from "zod";
import type { AdminCard } from "#modules/access/shared.ts";
import { RoleShape, role } from "./role.ts";
import { OneOrZeroShape, oneOrZero, PhoneShape, phoneOf } from "./wire-parts.ts";

/** An admin user; never the password, and the phone masked for those who may not see it. */
export const AdminUserShape = z.strictObject({
  _id: z.string(),
  user_name: z.string(),
  phone: PhoneShape.nullable(),
  admin_role: z.string(),
  role_id: RoleShape.nullable(),
  client_id: z.string().nullable(),
  is_active: OneOrZeroShape,
});

export const adminUser = (user: AdminCard): z.input<typeof AdminUserShape> => ({
  _id: user.id,
  user_name: user.userName,
  phone: user.mobile === null ? null : phoneOf(user.mobile),
  admin_role: user.adminRole,
  role_id: user.role && role(user.role),
  client_id: user.clientId,
  is_active: oneOrZero(user.isActive),
});
