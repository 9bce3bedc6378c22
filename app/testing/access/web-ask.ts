import { aPhone } from "#modules/testing/factories.ts";
import type { Ids, Knock } from "./ask.ts";
import type { Tenant } from "./tenant.ts";

type Fields = Record<string, string> | ((ids: Ids, tenant: Tenant) => Record<string, string>);
const fieldsOf = (fields: Fields, ids: Ids, tenant: Tenant) =>
  typeof fields === "function" ? fields(ids, tenant) : fields;

/** A request for a page with a query. */
export const page = (to: string, what: Omit<Knock, "ask"> & { with?: Fields }): Knock => ({
  ...what,
  ask: (ids, tenant) => {
    const filled = to.replace(/:(\w+)\??/g, (_, name: string) => ids[name] ?? "");
    const query = new URLSearchParams(fieldsOf(what.with ?? {}, ids, tenant)).toString();
    return { to: query ? `${filled}?${query}` : filled };
  },
});
/** A submission of a page's form. */
export const form = (
  to: string,
  intent: string,
  what: Omit<Knock, "ask"> & { with?: Fields; file?: string },
): Knock => ({
  ...what,
  ask: (ids, tenant) => ({
    to: to.replace(/:(\w+)\??/g, (_, name: string) => ids[name] ?? ""),
    form: { intent, ...fieldsOf(what.with ?? {}, ids, tenant) },
    ...(what.file && { file: what.file }),
  }),
});

/** The fields of a booking. */
export const typed = (t: Tenant) => ({
  serviceId: t.service.id,
  name: "Sita Devi",
  phone: aPhone(),
  houseNumber: "12",
  locality: "MG Road",
  city: "Pune",
  state: "Maharashtra",
  pincode: t.pincode,
  requirement: "No cooling",
  "timePreference.type": "IMMEDIATELY",
  offerCode: "GHARSEVA2025",
});

/** The fields of a waitlist. */
export const waiting = (_: Ids, t: Tenant) => ({ phone: aPhone(), services: t.service.id });

/** The field of a request. */
export const ticketField = ({ ticket }: Ids) => ({ ticketId: ticket! });

/** The field of a service. */
export const ofService = (_: Ids, t: Tenant) => ({ serviceId: t.service.id });

/** The fields of a booking that is made again. */
export const again = { "timePreference.type": "IMMEDIATELY" };

/** The fields of a ride. */
export const riding = (t: Tenant) => ({
  name: "Sita Devi",
  phone: aPhone(),
  pincode: t.pincode,
  pickLocation: "Station",
  dropLocation: "Market",
  amount: "10",
  modeOfPayment: "cash",
});

/** The fields of a new technician. */
export const workerForm = (t: Tenant, { paper, front, back, face, certificate }: Ids) => ({
  name: "New Worker",
  phone: aPhone(),
  permanentAddressLine: "1",
  permanentCity: "Pune",
  panBlobId: paper!,
  aadharFrontBlobId: front!,
  aadharBackBlobId: back!,
  profilePictureBlobId: face!,
  certificateBlobId: certificate!,
  permanentState: "Maharashtra",
  mainPincode: "411001",
  engagementType: "SALARIED",
  primaryServiceId: t.service.id,
});
