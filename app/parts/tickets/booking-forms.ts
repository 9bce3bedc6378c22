import { z } from "zod";
import { text } from "#modules/kernel/validation.ts";
import { PartnerBooking, PickDropBooking, SimpleBooking, textNames } from "#modules/tickets/shared.ts";

/** The fields in their order on the page. */
const onThePage = [
  "serviceId",
  "requirement",
  "pincode",
  ...textNames.filter((name) => name !== "requirement"),
  "vehicleId",
  "customerOfferPrice",
  "timePreference",
  "name",
  "phone",
  "offerCode",
];

/** The same schema with its fields in the page's order, so that errors are listed in that order (B9). */
function asOnThePage<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) {
  const place = ([name]: [string, unknown]) => onThePage.indexOf(name);
  const sorted = Object.entries(shape).toSorted((one, other) => place(one) - place(other));
  return z.object(Object.fromEntries(sorted) as Shape);
}

/** The schemas of the booking page: with a partner, without one (R065: locality too), and pick and drop (Q20, Q21). */
export const forms = {
  details: asOnThePage(SimpleBooking.extend({ locality: text(100) })),
  partner: asOnThePage(PartnerBooking),
  pickdrop: asOnThePage(PickDropBooking),
};

/** Which schema validates a form; the name is the form's intent. */
export type FormName = keyof typeof forms;

export const formOf = ({ pickDrop, partner }: { pickDrop: boolean; partner: boolean }): FormName =>
  pickDrop ? "pickdrop" : partner ? "partner" : "details";

/** All fields the page can show, for their maximum lengths and which are required. */
export const shownFields = (form: FormName) => z.object({ ...PickDropBooking.shape, ...forms[form].shape });
