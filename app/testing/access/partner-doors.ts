import { maskStars } from "#modules/kernel/mask.ts";
import { aPhone } from "#modules/testing/factories.ts";
import type { Knock } from "./ask.ts";
import type { Tenant } from "./tenant.ts";
import { form, page } from "./web-ask.ts";

const browser = { for: ["center"] } as const;
const field = { for: ["onboarder"] } as const;
/** R009: an admin changes a center in the onboarder's form. */
const editor = {
  for: ["admin"],
  needs: ["update_center.full_access"],
  ids: { center: async (t: Tenant) => (await t.center()).id },
} as const;
const shopForm = (t: Tenant) => ({
  centerName: "New Shop",
  phone: aPhone(),
  primaryServiceId: t.service.id,
  secondaryServiceId: t.second.id,
  addressLine: "1",
  city: "Pune",
  state: "Maharashtra",
  pincode: t.pincode,
  additionalPincode: t.pincode,
  noOfTechnicians: "2",
});

/** The requests to registration and the onboarder's portal. */
export const partners: Record<string, Knock> = {
  "GET /registration/:centerOnboarderId?": page("/registration", browser),
  "GET /registration/:centerOnboarderId? #invited": page("/registration/:centerOnboarderId", {
    ...browser,
    ids: { centerOnboarderId: async (t) => (await t.onboarder()).centerOnboarderId },
  }),
  "GET /registration/:centerOnboarderId? #done": page("/registration", { ...browser, with: { step: "done" } }),
  "POST /registration/:centerOnboarderId? send": form("/registration", "send", {
    ...browser,
    with: (_, t) => shopForm(t),
  }),
  "POST /registration/:centerOnboarderId? resend": form("/registration", "resend", browser),
  "POST /registration/:centerOnboarderId? verify": form("/registration", "verify", {
    ...browser,
    with: { otp: "123456" },
  }),
  "GET /center-onboard-registration": page("/center-onboard-registration", field),
  "POST /center-onboard-registration addState": form("/center-onboard-registration", "addState", {
    ...field,
    with: { state: "Karnataka" },
  }),
  "POST /center-onboard-registration addCity": form("/center-onboard-registration", "addCity", {
    ...field,
    with: { city: "Mysuru" },
  }),
  "POST /center-onboard-registration send": form("/center-onboard-registration", "send", {
    ...field,
    with: (_, t) => ({
      name: "Sunil",
      phone: aPhone(),
      primaryServiceId: t.service.id,
      allowedStates: "Karnataka",
      allowedCities: "Mysuru",
    }),
  }),
  "POST /center-onboard-registration resend": form("/center-onboard-registration", "resend", field),
  "POST /center-onboard-registration verify": form("/center-onboard-registration", "verify", {
    ...field,
    with: { otp: "123456" },
  }),
  "GET /center-onboard-login": page("/center-onboard-login", field),
  "POST /center-onboard-login send": form("/center-onboard-login", "send", {
    ...field,
    with: () => ({ phone: aPhone() }),
  }),
  "POST /center-onboard-login login": form("/center-onboard-login", "login", {
    ...field,
    ids: { phone: async (t) => (await t.onboarder()).phone },
    with: ({ phone }) => ({ phone: phone!, otp: "123456" }),
  }),
  "POST /center-onboard-logout logout": form("/center-onboard-logout", "logout", field),
  "GET (routes/onboarder/frame/route.tsx)": page("/center-onboard-view-centers", field),
  "GET /center-onboard-view-centers": page("/center-onboard-view-centers", field),
  "GET /center-onboard-demand": page("/center-onboard-demand", field),
  "GET /center-onboard-view-centers #found": page("/center-onboard-view-centers", {
    ...field,
    ids: { phone: async (t) => (await t.center()).phone },
    with: ({ phone }) => ({ search: phone! }),
  }),
  "GET /center-onboard-add-center": page("/center-onboard-add-center", field),
  "POST /center-onboard-add-center send": form("/center-onboard-add-center", "send", {
    ...field,
    with: (_, t) => shopForm(t),
  }),
  "POST /center-onboard-add-center resend": form("/center-onboard-add-center", "resend", field),
  "POST /center-onboard-add-center verify": form("/center-onboard-add-center", "verify", {
    ...field,
    with: { otp: "123456" },
  }),
  "GET (routes/onboarder/frame/route.tsx) #edit": page("/center-onboard-add-center?edit=:center", editor),
  "GET /center-onboard-add-center #edit": page("/center-onboard-add-center?edit=:center", editor),
  "POST /center-onboard-add-center update": form("/center-onboard-add-center?edit=:center", "update", {
    ...editor,
    with: ({ center }, t) => ({
      centerId: center!,
      version: "1",
      centerName: "Other Name",
      phone: maskStars(),
      state: "Kerala",
      pincode: t.pincode,
      additionalPincode: t.pincode,
      secondaryServiceId: t.service.id,
    }),
  }),
};
