import { z } from "zod";

/** A phone under the wire's names. */
export const PhoneShape = z.strictObject({ country_code: z.string(), mobile_number: z.string() });

/** A mobile number as the wire has it. */
export const phoneOf = (mobile: string, countryCode = "+91"): z.input<typeof PhoneShape> => ({
  country_code: countryCode,
  mobile_number: mobile,
});

/** The address of a stored file; access is checked when it is requested. */
export const fileUrl = (blobId: string | null | undefined) => (blobId ? `/files/${blobId}` : null);
