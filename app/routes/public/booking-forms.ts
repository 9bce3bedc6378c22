import { z } from "zod";
import { text } from "#modules/kernel/validation.ts";
import { PartnerBooking, PickDropBooking, SimpleBooking } from "#modules/tickets/shared.ts";

/** The fields as they stand on the page, one below the other. */
const onThePage = [
  "serviceId",
  "requirement",
  "pincode",
  "houseNumber",
  "locality",
  "city",
  "state",
  "pickLocation",
  "dropLocation",
  "vehicleId",
  "customerOfferPrice",
  "timePreference",
  "name",
  "phone",
  "offerCode",
];

/** The same rules in the order of the page, so that what is wrong is listed as it is met (B9). */
function asOnThePage<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) {
  const place = ([name]: [string, unknown]) => onThePage.indexOf(name);
  const sorted = Object.entries(shape).toSorted((one, other) => place(one) - place(other));
  return z.object(Object.fromEntries(sorted) as Shape);
}

/** The rule sets of the booking page: with a partner, without one (R065: locality too), and pick and drop (Q20, Q21). */
export const forms = {
  details: asOnThePage(SimpleBooking.extend({ locality: text(100) })),
  partner: asOnThePage(PartnerBooking),
  pickdrop: asOnThePage(PickDropBooking),
};

/** Which rule set judges a form; the name is the form's intent. */
export type FormName = keyof typeof forms;

export const formOf = ({ pickDrop, partner }: { pickDrop: boolean; partner: boolean }): FormName =>
  pickDrop ? "pickdrop" : partner ? "partner" : "details";

/** All fields the page can show, for their lengths and which must be filled in. */
export const shownFields = (form: FormName) => z.object({ ...PickDropBooking.shape, ...forms[form].shape });
