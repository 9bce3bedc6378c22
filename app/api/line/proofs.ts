/* Which proof of a phone a call takes (fixed point 13). */

/** The proof of a booking's phone, by which a customer is identified (fixed points 13 and 15). */
export const bookingProof = { by: "POST consumerAppAppRoute/verify-otp-by-web" } as const;
/** A request's customer is identified by proof, or by a browser that proved the phone. */
export const customersProof = { ...bookingProof, orVisitor: true } as const;
/** The proof of a phone whose center is registered. */
export const registrationProof = { by: "POST center/verify-otp" } as const;
