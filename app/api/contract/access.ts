import { z } from "zod";
import type { Door } from "#app/http/door.server.ts";
import {
  askPasswordReset,
  finishPasswordReset,
  registerConsumer,
  requestOtp,
  signInAdmin,
  verifyOtp,
} from "#modules/access/index.ts";
import { AdminLogin, ResetPassword, SendOtp, VerifyOtp } from "#modules/access/shared.ts";
import { requestCenterOtp, requestTechnicianOtp, signInCenter, signInTechnician } from "#modules/centers/index.ts";
import { CenterLogin, RequestCenterOtp, RequestTechnicianOtp, TechnicianLogin } from "#modules/centers/shared.ts";
import type { Permission } from "#modules/kernel/actor.ts";
import { phone, pincode, text } from "#modules/kernel/validation.ts";
import { type Contract, call } from "../call.server.ts";
import { wire } from "../wire.ts";
import { center } from "./center-shape.ts";

const phoneNames = { mobile_number: "phone", "phone.mobile_number": "phone" };
const otpNames = { ...phoneNames, otp: "otp" };

/** The proof a caller sends back, in the body or as `x-otp-proof` (fixed point 13). */
export const proofOf = ({ request }: Door, sent?: string | undefined) =>
  sent ?? request.headers.get("x-otp-proof") ?? undefined;

const Register = z.object({
  name: text(30),
  phone,
  pincode: pincode.optional(),
  proof: z.string().max(200).optional(),
});

/** Permissions as the wire nests them: `view_ticket: { full_access: true }` (Q72). */
function nested(permissions: readonly Permission[]) {
  const tree: Record<string, boolean | Record<string, boolean>> = {};
  for (const permission of permissions) {
    const [flag, part] = permission.split(".") as [string, string | undefined];
    tree[flag] = part ? { ...(typeof tree[flag] === "object" ? tree[flag] : {}), [part]: true } : true;
  }
  return tree;
}

export const access = {
  "POST consumerAppAppRoute/sent-otp-by-web": call({
    as: ["anyone"],
    summary: "Send a one-time password to book with",
    input: wire(phoneNames, SendOtp),
    run: ({ address }, { phone }, { locale }) => requestOtp({ phone, purpose: "booking", address, locale }),
    say: "otp.sent",
    unkeyed: "Each call sends a code of its own; how many is limited",
  }),
  "POST consumerAppAppRoute/verify-otp-by-web": call({
    as: ["anyone"],
    summary: "Verify the one-time password; data.proof is sent back with the booking",
    input: wire(otpNames, VerifyOtp),
    run: ({ address }, { phone, otp }) => verifyOtp({ phone, purpose: "booking", otp, address }),
    say: "otp.verified",
    unkeyed: "A code is good once, and a kept answer would hold its proof",
  }),
  "POST consumerAppAppRoute/register-consumer-by-web": call({
    as: ["anyone"],
    summary: "Keep name and pincode of the proved phone",
    input: wire(
      {
        name: "name",
        "personal_details.name": "name",
        "personal_details.phone.mobile_number": "phone",
        "personal_details.phone": "phone",
        "address_details_permanent.pincode": "pincode",
        proof: "proof",
      },
      Register,
    ),
    run: (anyone, input, door) => registerConsumer(anyone, { ...input, proof: proofOf(door, input.proof) }),
    reply: ({ id, name, phone, pincode }) => ({
      _id: id,
      name,
      phone: { country_code: "+91", mobile_number: phone },
      pincode,
    }),
    say: "consumer.registered",
    once: "in its transaction",
  }),
  "POST center/sent-otp": call({
    as: ["anyone"],
    summary: "Send a center its one-time password; query action=login or action=registration",
    input: wire(
      { ...phoneNames, action: "action" },
      RequestCenterOtp.extend({ action: z.enum(["login", "registration"], "form.choice").default("login") }),
    ),
    run: async ({ address }, input, { locale }) => {
      await requestCenterOtp({ ...input, address, locale });
      return input;
    },
    reply: () => null,
    // R116, R128: a registration and a login say it in their own words.
    say: ({ action }) => (action === "registration" ? "otp.sent" : "center.otpSent"),
    unkeyed: "Each call sends a code of its own; how many is limited",
  }),
  "POST center/verify-otp": call({
    as: ["anyone"],
    summary: "Verify the one-time password of a registration; data.proof is sent back with it",
    input: wire(otpNames, VerifyOtp),
    run: ({ address }, { phone, otp }) => verifyOtp({ phone, purpose: "registration", otp, address }),
    say: "otp.verified",
    unkeyed: "A code is good once, and a kept answer would hold its proof",
  }),
  "POST center/login-with-otp": call({
    as: ["anyone"],
    summary: "Sign a center in; token is sent as access-token from then on",
    input: wire(otpNames, CenterLogin),
    run: ({ address }, input) => signInCenter({ ...input, via: "token", address }),
    reply: ({ session, center: signedIn }) => ({
      token: session.token,
      centerDetails: center(signedIn),
      populatedCenterDetails: center(signedIn),
    }),
    say: "center.loggedIn",
    bare: true,
    unkeyed: "A code is good once, and a kept answer would hold its token",
  }),
  "POST technicianApp/sent-otp": call({
    as: ["anyone"],
    summary: "Send a technician a one-time password",
    input: wire(phoneNames, RequestTechnicianOtp),
    run: ({ address }, { phone }, { locale }) => requestTechnicianOtp({ phone, address, locale }),
    say: "center.otpSent",
    unkeyed: "Each call sends a code of its own; how many is limited",
  }),
  "POST technicianApp/login-with-otp": call({
    as: ["anyone"],
    summary: "Sign a technician in",
    input: wire(otpNames, TechnicianLogin),
    run: ({ address }, input) => signInTechnician({ ...input, via: "token", address }),
    reply: ({ session, technician }) => ({
      token: session.token,
      technicianDetails: {
        _id: technician.id,
        technician_id: technician.technicianId,
        personal_details: { name: technician.name },
        center_id: [technician.centerId],
      },
    }),
    say: "center.loggedIn",
    unkeyed: "A code is good once, and a kept answer would hold its token",
  }),
  "POST admin/forgot-password": call({
    as: ["anyone"],
    summary: "Ask for a new admin password; the same call with the one-time password that was sent makes it theirs",
    input: wire({ phone_number: "phone", password: "password", otp: "otp" }, ResetPassword),
    run: async ({ address }, { phone, password, otp }, { locale }) => {
      if (otp === undefined) await askPasswordReset({ phone, password, address, locale });
      else await finishPasswordReset({ phone, password, otp, address });
      return { proved: otp !== undefined };
    },
    reply: () => null,
    say: ({ proved }) => (proved ? "reset.changed" : "reset.requested"),
    unkeyed: "Each call sends a code of its own, which is good once",
  }),
  "POST admin/login": call({
    as: ["anyone"],
    summary: "Sign an admin in",
    input: wire({ user_name: "userName", password: "password" }, AdminLogin),
    run: ({ address }, input) => signInAdmin({ ...input, via: "token", address }),
    reply: ({ session, admin }) => ({
      token: session.token,
      adminDetails: {
        _id: admin.id,
        user_name: admin.userName,
        name: admin.name,
        admin_role: admin.adminRole,
        role_id: admin.role && {
          _id: admin.role.id,
          role_name: admin.role.roleName,
          permissions: nested(admin.role.permissions),
        },
      },
      clientData: admin.clientId ? { _id: admin.clientId } : null,
    }),
    say: "admin.loggedIn",
    bare: true,
    unkeyed: "Each login opens a session of its own, and a kept answer would hold its token",
  }),
} satisfies Contract;
