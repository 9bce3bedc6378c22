import { z } from "zod";
import { type Permission, permissions } from "#modules/kernel/actor.ts";
import { maskStars } from "#modules/kernel/mask.ts";
import {
  blankableField,
  exactText,
  id,
  idSaying,
  oneOrZero,
  otpSaying,
  phone,
  phoneSaying,
  plainDigits,
  shaped,
  text,
  version,
} from "#modules/kernel/validation.ts";

/** Request a one-time password. */
export const SendOtp = z.object({ phone });
export type SendOtp = z.infer<typeof SendOtp>;

/** Submit a one-time password, as number or string (Q15). */
export const VerifyOtp = z.object({ phone, otp: otpSaying("otp.missing", "otp.wrong") });
export type VerifyOtp = z.infer<typeof VerifyOtp>;

/** /admin-login and POST admin/login (R334). */
export const AdminLogin = z.object({
  userName: text(100, "admin.userNameMissing"),
  // Not trimmed: a password is taken as typed. The limit keeps very long input from the password hash.
  password: exactText(200, "admin.passwordMissing", "admin.loginFailed"),
});
export type AdminLogin = z.infer<typeof AdminLogin>;

/** An authenticator code (`123 456` is accepted), or a recovery code (`abcde-fghjk`). */
const secondCode = z.preprocess(
  (value) => (typeof value === "number" || typeof value === "string" ? plain(String(value)) : value),
  text(40, "totp.missing").meta({ type: "string" }),
);

/** Removes the spaces and hyphens shown between groups. */
const plain = (code: string) => plainDigits(code).replace(/[\s-]/g, "");

/** POST admin/login; `otp` if the admin has a second factor. */
export const AdminLoginByApi = AdminLogin.extend({ otp: secondCode.optional() });
export type AdminLoginByApi = z.infer<typeof AdminLoginByApi>;

/** /admin-login, second step; `signIn` is the sign-in the form belongs to. */
export const AdminCode = z.object({ otp: secondCode, signIn: idSaying("admin.loginOver") });
export type AdminCode = z.infer<typeof AdminCode>;

/** What an admin enters again before changing money, roles or keys; the code with a second factor. */
export const Confirm = z.object({
  password: exactText(200, "admin.passwordMissing"),
  otp: secondCode.optional(),
});
export type Confirm = z.infer<typeof Confirm>;

/** A code alone: for a second factor being set up, or in the header `x-totp`. */
export const SecondCode = z.object({ otp: secondCode });
export type SecondCode = z.infer<typeof SecondCode>;

/** The code that proves an admin's own mobile number. */
export const MobileCode = z.object({ otp: otpSaying("otp.missing", "otp.wrong") });
export type MobileCode = z.infer<typeof MobileCode>;

/** Names one of one's own sessions. */
export const OwnSessionRef = z.object({ sessionId: id });
export type OwnSessionRef = z.infer<typeof OwnSessionRef>;

/** A new password: 8 to 200 characters. */
export const newPassword = exactText(200, "admin.passwordMissing").min(8, "admin.passwordShort");

const resetPassword = exactText(200, "reset.incomplete").min(8, "admin.passwordShort");

/** /forgot-password: a new password, effective once the phone is proved (R338–R340). */
export const AskPasswordReset = z
  .object({
    phone: phoneSaying("reset.incomplete", "reset.phone"),
    password: resetPassword,
    again: exactText(200, "reset.incomplete"),
  })
  .refine(({ password, again }) => password === again, { path: ["again"], message: "reset.different" });
export type AskPasswordReset = z.infer<typeof AskPasswordReset>;

/** /forgot-password: the proof of the phone; `request` names the stored password. */
export const FinishPasswordReset = z.object({
  phone: phoneSaying("reset.incomplete", "reset.phone"),
  request: exactText(100, "reset.incomplete", "reset.incomplete").min(20, "reset.incomplete"),
  otp: otpSaying("otp.missing", "otp.wrong"),
});
export type FinishPasswordReset = z.infer<typeof FinishPasswordReset>;

/** POST admin/forgot-password: without `otp` it requests a reset, with it the same call finishes it. */
export const ResetPassword = z.object({
  phone: phoneSaying("reset.incomplete", "reset.phone"),
  password: resetPassword,
  otp: otpSaying("otp.missing", "otp.wrong").optional(),
});
export type ResetPassword = z.infer<typeof ResetPassword>;

/** A named set of permissions: /add-role and POST admin/add-role (R350). */
export const SaveRole = z.object({
  roleName: text(50),
  permissions: z.array(z.enum(permissions, "form.choice")).max(permissions.length, "form.choice"),
});
export type SaveRole = z.infer<typeof SaveRole>;

/** /add-role?edit= and PUT admin/update-role; `version` is the one the form was filled from. */
export const UpdateRole = SaveRole.extend({ roleId: idSaying("error.notFound"), version: version.optional() });
export type UpdateRole = z.infer<typeof UpdateRole>;

/** The forms of both: a form without a tick sends no permissions. */
const ticked = { permissions: SaveRole.shape.permissions.default([]) };
export const AddRoleForm = SaveRole.extend(ticked);
export const UpdateRoleForm = UpdateRole.extend(ticked);

/** Names a role. */
export const RoleRef = z.object({ roleId: id });
export type RoleRef = z.infer<typeof RoleRef>;

/** What the role chooser offers: the role no flags limit, or a role by its id. */
export const superAdmin = "SUPER_ADMIN";
const roleChoice = shaped(
  /^(SUPER_ADMIN|[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/i,
  36,
  "form.choice",
  "form.incomplete",
);

const userFields = {
  userName: text(100),
  role: roleChoice,
  /** The B2B client the user belongs to, which makes it a CLIENT. */
  clientId: blankableField(id),
};
const userPassword = exactText(200, "form.incomplete").min(8, "admin.passwordShort");

/** /add-user and POST admin/create-user (R358, R359, Q14, Q60). */
export const SaveUser = z.object({
  ...userFields,
  password: userPassword,
  mobile: phone,
});
export type SaveUser = z.infer<typeof SaveUser>;

/**
 * /add-user?edit= and its call; an empty password or mobile number stays as it is (Q14), and so does the mask that some
 * see in the number's place.
 */
export const UpdateUser = z.object({
  ...userFields,
  adminId: idSaying("error.notFound"),
  password: blankableField(userPassword),
  mobile: z.preprocess((value) => (value === maskStars() ? undefined : value), blankableField(phone)),
  version: version.optional(),
});
export type UpdateUser = z.infer<typeof UpdateUser>;

/** Names an admin user. */
export const UserRef = z.object({ adminId: id });
export type UserRef = z.infer<typeof UserRef>;

/** The toggle of /users and PUT admin/update-user-status: 1 or 0. */
export const SetUserActive = UserRef.extend({
  isActive: oneOrZero("form.choice").transform((value) => value === 1),
});
export type SetUserActive = z.infer<typeof SetUserActive>;

/** A new admin; ROLE needs a role, CLIENT its client. */
export const CreateAdmin = z
  .object({
    userName: text(100, "admin.userNameMissing"),
    password: newPassword,
    name: text(100),
    mobile: phone.optional(),
    adminRole: z.enum(["SUPER_ADMIN", "CLIENT", "ROLE"], "form.choice"),
    roleId: id.optional(),
    clientId: id.optional(),
  })
  .superRefine(({ adminRole, roleId, clientId }, context) => {
    const needed = (path: string) => context.addIssue({ code: "custom", path: [path], message: "form.incomplete" });
    if (adminRole === "ROLE" && !roleId) needed("roleId");
    if (adminRole === "CLIENT" && !clientId) needed("clientId");
  });
export type CreateAdmin = z.infer<typeof CreateAdmin>;

/** An admin as screens and the API see one; never the password. */
export type AdminCard = {
  id: string;
  userName: string;
  name: string;
  mobile: string | null;
  adminRole: "SUPER_ADMIN" | "CLIENT" | "ROLE";
  role: { id: string; roleName: string; permissions: Permission[] } | null;
  clientId: string | null;
  isActive: boolean;
  version: number;
};

/** A role as screens and the API see one. */
export type RoleCard = {
  id: string;
  roleName: string;
  permissions: Permission[];
  /** The user name of the admin who created it; null for the roles of the installation. */
  createdBy: string | null;
  version: number;
};

/** A consumer as screens and the API see one. */
export type ConsumerCard = { id: string; name: string; phone: string; pincode: string | null };
