/** The address of a position on the map; any part may be unknown. */
export type Place = { pincode: string | null; locality: string | null; city: string | null; state: string | null };

/** A postal code if it is an Indian pincode, without spaces; otherwise null. */
export const indianPincode = (postalCode: string | null | undefined) =>
  /^[1-9]\d{5}$/.exec((postalCode ?? "").replace(/\s/g, ""))?.[0] ?? null;
