import { z } from "zod";

/** A phone under the wire's names. */
export const PhoneShape = z.strictObject({ country_code: z.string(), mobile_number: z.string() });

/** A mobile number as the wire has it. */
export const phoneOf = (mobile: string, countryCode = "+91"): z.input<typeof PhoneShape> => ({
  country_code: countryCode,
  mobile_number: mobile,
});

/** Whether something is switched on: 1 or 0. */
export const OneOrZeroShape = z.literal([1, 0]);
export const oneOrZero = (on: boolean): z.input<typeof OneOrZeroShape> => (on ? 1 : 0);

/** The address of a stored file; access is checked when it is requested. */
export const fileUrl = (blobId: string | null | undefined) => (blobId ? `/files/${blobId}` : null);

/** The address of a picture of a center's or technician's papers: always a JPEG, which its end says (Q64). */
export const documentUrl = (blobId: string | null | undefined) => (blobId ? `/files/${blobId}.jpg` : null);
