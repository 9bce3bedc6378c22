import { z } from "zod";

/** A phone under the wire's names. */
export const PhoneShape = z.strictObject({ country_code: z.string(), mobile_number: z.string() });

/** A mobile number as the wire has it. */
export const phoneOf = (mobile: string, countryCode = "+91"): z.input<typeof PhoneShape> => ({
  country_code: countryCode,
  mobile_number: mobile,
});
