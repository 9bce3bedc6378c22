import { z } from "zod";
import { callLimit } from "#app/http/doors/use-limit.server.ts";
import { askerOf } from "#app/http/session/known-browser.server.ts";
import {
  askPasswordReset,
  deviceOf,
  finishPasswordReset,
  registerConsumer,
  requestOtp,
  signInAdmin,
  verifyOtp,
} from "#modules/access/index.ts";
import { AdminLoginByApi, ResetPassword, SendOtp, VerifyOtp } from "#modules/access/shared.ts";
import { requestCenterOtp, requestTechnicianOtp, signInCenter, signInTechnician } from "#modules/centers/index.ts";
import { CenterLogin, RequestCenterOtp, RequestTechnicianOtp, TechnicianLogin } from "#modules/centers/shared.ts";
import { optionalText, phone, pincode, text } from "#modules/kernel/validation.ts";
import { type Contract, call } from "../line/call.server.ts";
import { bookingProof } from "../line/proofs.ts";
import { optionalTextRefusals, otpRefusals, signInRefusals, textRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { CenterShape, center, centerOfDesk } from "../shapes/center.ts";
import { NonceShape, ProofShape, sentNonce } from "../shapes/otp.ts";
import { RoleShape, role } from "../shapes/role.ts";
import { PhoneShape, phoneOf } from "../shapes/wire-parts.ts";

const phoneNames = { mobile_number: "phone", "phone.mobile_number": "phone" };
const otpNames = { ...phoneNames, otp: "otp" };

const Register = z.object({
  name: text(30),
  phone,
  pincode: pincode.optional(),
  proof: optionalText(200),
});

export const access = {
  "POST consumerAppAppRoute/sent-otp-by-web": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Send a one-time password to book with",
    input: wire(phoneNames, SendOtp, ["form.phone"]),
    run: (anyone, { phone }, door) =>
      requestOtp({ phone, purpose: "booking", locale: door.locale, ...askerOf(door, anyone) }),
    refuses: { 429: ["otp.tooMany", "otp.wait"], 503: ["otp.notYet"] },
    answer: NonceShape,
    reply: sentNonce,
    say: "otp.sent",
    unkeyed: "Each call sends a code of its own; how many is limited",
  }),
  "POST consumerAppAppRoute/verify-otp-by-web": call({
    as: ["anyone"],
    limit: callLimit,
    summary:
      "Verify the one-time password; data.proof, good for one act within 15 minutes, is what the calls of the phone's customer need",
    input: wire(otpNames, VerifyOtp, [...otpRefusals, "form.phone", "otp.missing"]),
    run: (anyone, { phone, otp }, door) => verifyOtp({ phone, purpose: "booking", otp, ...askerOf(door, anyone) }),
    answer: ProofShape,
    reply: ({ proof }) => ({ proof }),
    say: "otp.verified",
    unkeyed: "A code is good once, and a kept answer would hold its proof",
  }),
  "POST consumerAppAppRoute/register-consumer-by-web": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Keep name and pincode of the phone whose proof is sent",
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
      [...optionalTextRefusals, "form.phone", "form.pincode"],
    ),
    proof: bookingProof,
    run: registerConsumer,
    answer: z.strictObject({
      _id: z.string(),
      name: z.string(),
      phone: PhoneShape,
      pincode: z.string().nullable(),
    }),
    reply: ({ id, name, phone, pincode }) => ({ _id: id, name, phone: phoneOf(phone), pincode }),
    say: "consumer.registered",
    once: "in its transaction",
  }),
  "POST center/sent-otp": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Send a center its one-time password; query action=login or action=registration",
    input: wire(
      { ...phoneNames, action: "action" },
      RequestCenterOtp.extend({ action: z.enum(["login", "registration"], "form.choice").default("login") }),
      ["center.phoneLength", "center.phoneMissing", "form.choice"],
    ),
    run: async (anyone, { phone, action }, door) => ({
      ...(await requestCenterOtp({ phone, action, locale: door.locale, ...askerOf(door, anyone) })),
      action,
    }),
    refuses: { 429: ["otp.tooMany", "otp.wait"], 503: ["otp.notYet"] },
    answer: NonceShape,
    reply: sentNonce,
    // R116, R128: registration and login have different texts.
    say: ({ action }) => (action === "registration" ? "otp.sent" : "center.otpSent"),
    unkeyed: "Each call sends a code of its own; how many is limited",
  }),
  "POST center/verify-otp": call({
    as: ["anyone"],
    limit: callLimit,
    summary:
      "Verify the one-time password of a registration; data.proof, good for one within 15 minutes, is what it needs",
    input: wire(otpNames, VerifyOtp, [...otpRefusals, "form.phone", "otp.missing"]),
    run: (anyone, { phone, otp }, door) => verifyOtp({ phone, purpose: "registration", otp, ...askerOf(door, anyone) }),
    answer: ProofShape,
    reply: ({ proof }) => ({ proof }),
    say: "otp.verified",
    unkeyed: "A code is good once, and a kept answer would hold its proof",
  }),
  "POST center/login-with-otp": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Sign a center in; token is sent as access-token from then on",
    input: wire(otpNames, CenterLogin, signInRefusals),
    run: (anyone, input, door) => signInCenter({ ...input, via: "token", ...askerOf(door, anyone) }),
    answer: z.strictObject({ token: z.string(), centerDetails: CenterShape, populatedCenterDetails: CenterShape }),
    reply: ({ session, center: signedIn, ofDesk }) => {
      const details = ofDesk ? centerOfDesk(signedIn) : center(signedIn);
      return { token: session.token, centerDetails: details, populatedCenterDetails: details };
    },
    say: "center.loggedIn",
    bare: true,
    unkeyed: "A code is good once, and a kept answer would hold its token",
  }),
  "POST technicianApp/sent-otp": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Send a technician a one-time password",
    input: wire(phoneNames, RequestTechnicianOtp, ["center.phoneLength", "center.phoneMissing"]),
    run: (anyone, { phone }, door) => requestTechnicianOtp({ phone, locale: door.locale, ...askerOf(door, anyone) }),
    refuses: { 503: ["otp.notYet"] },
    answer: NonceShape,
    reply: sentNonce,
    say: "center.otpSent",
    unkeyed: "Each call sends a code of its own; how many is limited",
  }),
  "POST technicianApp/login-with-otp": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Sign a technician in",
    input: wire(otpNames, TechnicianLogin, signInRefusals),
    run: (anyone, input, door) => signInTechnician({ ...input, via: "token", ...askerOf(door, anyone) }),
    answer: z.strictObject({
      token: z.string(),
      technicianDetails: z.strictObject({
        _id: z.string(),
        technician_id: z.string(),
        personal_details: z.strictObject({ name: z.string() }),
        center_id: z.array(z.string()),
      }),
    }),
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
    limit: callLimit,
    summary: "Ask for a new admin password; the same call with the one-time password that was sent makes it theirs",
    input: wire({ phone_number: "phone", password: "password", otp: "otp" }, ResetPassword, [
      ...textRefusals,
      ...otpRefusals,
      "admin.passwordShort",
      "otp.missing",
      "reset.incomplete",
      "reset.phone",
    ]),
    run: async (_anyone, { phone, password, otp }, door) => {
      if (otp === undefined) return askPasswordReset({ phone, password, locale: door.locale, ...askerOf(door) });
      await finishPasswordReset({ phone, password, otp, ...askerOf(door) });
      return undefined;
    },
    refuses: { 503: ["otp.notYet"] },
    answer: NonceShape.nullable(),
    reply: (sent) => (sent ? sentNonce(sent) : null),
    say: (sent) => (sent ? "reset.requested" : "reset.changed"),
    unkeyed: "Each call sends a code of its own, which is good once",
  }),
  "POST admin/login": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Sign an admin in; otp is a code of the authenticator app, where the admin has a second factor",
    input: wire({ user_name: "userName", password: "password", otp: "otp" }, AdminLoginByApi, [
      ...textRefusals,
      "admin.loginFailed",
      "admin.passwordMissing",
      "admin.userNameMissing",
      "totp.missing",
    ]),
    run: (_anyone, input, door) =>
      signInAdmin({
        ...input,
        via: "token",
        ...askerOf(door),
        device: deviceOf(door.request.headers.get("user-agent")),
      }),
    refuses: { 403: ["totp.setUpFirst"], 422: ["totp.needed", "totp.wrong"], 429: ["admin.loginWait", "totp.wait"] },
    answer: z.strictObject({
      token: z.string(),
      adminDetails: z.strictObject({
        _id: z.string(),
        user_name: z.string(),
        name: z.string(),
        admin_role: z.string(),
        role_id: RoleShape.extend({ role: z.string().describe("The same as role_name") }).nullable(),
      }),
      clientData: z.strictObject({ _id: z.string() }).nullable(),
    }),
    reply: ({ session, admin }) => ({
      token: session.token,
      adminDetails: {
        _id: admin.id,
        user_name: admin.userName,
        name: admin.name,
        admin_role: admin.adminRole,
        role_id: admin.role && { ...role(admin.role), role: admin.role.roleName },
      },
      clientData: admin.clientId ? { _id: admin.clientId } : null,
    }),
    say: "admin.loggedIn",
    bare: true,
    unkeyed: "Each login opens a session of its own, and a kept answer would hold its token",
  }),
} satisfies Contract;
