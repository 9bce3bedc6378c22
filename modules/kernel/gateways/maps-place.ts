/** What a position on the map is called; any part may be unknown. */
export type Place = { pincode: string | null; locality: string | null; city: string | null; state: string | null };

/** A postal code that is an Indian pincode, spaces left out; null for any other. */
export const indianPincode = (postalCode: string | null | undefined) =>
  /^[1-9]\d{5}$/.exec((postalCode ?? "").replace(/\s/g, ""))?.[0] ?? null;
