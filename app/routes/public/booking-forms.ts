import { z } from "zod";
import { text } from "#modules/kernel/validation.ts";
import { PartnerBooking, PickDropBooking, SimpleBooking } from "#modules/tickets/shared.ts";

/** The rule sets of the booking page: with a partner, without one (R065: locality too), and pick and drop (Q20, Q21). */
export const forms = {
  details: SimpleBooking.extend({ locality: text(100) }),
  partner: PartnerBooking,
  pickdrop: PickDropBooking,
};

/** Which rule set judges a form; the name is the form's intent. */
export type FormName = keyof typeof forms;

export const formOf = ({ pickDrop, partner }: { pickDrop: boolean; partner: boolean }): FormName =>
  pickDrop ? "pickdrop" : partner ? "partner" : "details";

/** All fields the page can show, for their lengths and which must be filled in. */
export const shownFields = (form: FormName) => z.object({ ...PickDropBooking.shape, ...forms[form].shape });
