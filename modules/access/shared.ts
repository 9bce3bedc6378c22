import { z } from "zod";
import { type Permission, permissions } from "../kernel/actor.ts";
import { otpSaying, phone, phoneSaying, text } from "../kernel/validation.ts";

/** Ask for a one-time password. */
export const SendOtp = z.object({ phone });
export type SendOtp = z.infer<typeof SendOtp>;

/** Give a one-time password back, as number or string (Q15). */
export const VerifyOtp = z.object({ phone, otp: otpSaying("otp.missing", "otp.wrong") });
export type VerifyOtp = z.infer<typeof VerifyOtp>;

/** /admin-login and POST admin/login. */
export const AdminLogin = z.object({
  userName: text(100, "admin.userNameMissing"),
  // Not trimmed: a password is taken as it was typed. The limit keeps the hash from being fed megabytes.
  password: z.string("admin.passwordMissing").min(1, "admin.passwordMissing").max(200, "admin.loginFailed"),
});
export type AdminLogin = z.infer<typeof AdminLogin>;

/** A password somebody may choose: 8 to 200 characters. */
export const newPassword = z.string("admin.passwordMissing").min(8, "admin.passwordShort").max(200, "form.tooLong");

const resetPassword = z
  .string("reset.incomplete")
  .min(1, "reset.incomplete")
  .min(8, "admin.passwordShort")
  .max(200, "form.tooLong");

/** /forgot-password: a new password for whoever proves the phone. */
export const AskPasswordReset = z
  .object({
    phone: phoneSaying("reset.incomplete", "reset.phone"),
    password: resetPassword,
    again: z.string("reset.incomplete").min(1, "reset.incomplete"),
  })
  .refine(({ password, again }) => password === again, { path: ["again"], message: "reset.different" });
export type AskPasswordReset = z.infer<typeof AskPasswordReset>;

/** /forgot-password: the proof of the phone; `request` stands for the password that waits for it. */
export const FinishPasswordReset = z.object({
  phone: phoneSaying("reset.incomplete", "reset.phone"),
  request: z.string("reset.incomplete").min(20, "reset.incomplete").max(100, "reset.incomplete"),
  otp: otpSaying("otp.missing", "otp.wrong"),
});
export type FinishPasswordReset = z.infer<typeof FinishPasswordReset>;

/** POST admin/forgot-password: without `otp` it asks, with it the same call proves. */
export const ResetPassword = z.object({
  phone: phoneSaying("reset.incomplete", "reset.phone"),
  password: resetPassword,
  otp: otpSaying("otp.missing", "otp.wrong").optional(),
});
export type ResetPassword = z.infer<typeof ResetPassword>;

/** A named set of permissions. */
export const SaveRole = z.object({
  roleName: text(50),
  permissions: z.array(z.enum(permissions, "form.choice")),
});
export type SaveRole = z.infer<typeof SaveRole>;

/** A new admin; ROLE needs a role, CLIENT its client. */
export const CreateAdmin = z
  .object({
    userName: text(100, "admin.userNameMissing"),
    password: newPassword,
    name: text(100),
    mobile: phone.optional(),
    adminRole: z.enum(["SUPER_ADMIN", "CLIENT", "ROLE"], "form.choice"),
    roleId: z.uuid("form.id").optional(),
    clientId: z.uuid("form.id").optional(),
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
};

/** A consumer as screens and the API see one. */
export type ConsumerCard = { id: string; name: string; phone: string; pincode: string | null };
