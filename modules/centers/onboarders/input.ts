import { z } from "zod";
import { maskStars } from "#modules/kernel/mask.ts";
import { id, phone, text, version } from "#modules/kernel/validation.ts";

/* Onboarders at the operators' desk (002 §2.11). */

/** R413: a name and a mobile number. */
export const AddOnboarder = z.object({ name: text(100), phone });
export type AddOnboarder = z.output<typeof AddOnboarder>;

/** The same for an existing one; an empty phone and the mask mean no change, for admins who may not see it. */
export const EditOnboarder = z.object({
  onboarderId: id,
  version: version.optional(),
  name: text(100),
  phone: z.preprocess(
    (value) => (value === "" || value === null || value === maskStars() ? undefined : value),
    phone.optional(),
  ),
});
export type EditOnboarder = z.output<typeof EditOnboarder>;
