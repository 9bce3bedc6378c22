import { seal, unseal } from "#modules/kernel/crypto.server.ts";
import { readable, type SealedPlace, sealedColumn } from "#modules/kernel/secrets/sealed-places.server.ts";
import type { Center } from "../center/center.entity.ts";

/* A center's UPI id, by which it is paid: it often holds a phone, so it lies sealed and is shown masked. */

/** The first two characters and the bank: `raXXXX@okaxis`. */
function masked(upiId: string) {
  const [name = "", bank = ""] = upiId.split("@");
  return `${name.slice(0, 2)}XXXX@${bank}`;
}

/** The columns of a UPI id. */
export const upiColumns = (upiId: string) => ({ upiSealed: seal(upiId), upiMasked: masked(upiId) });

/** Returns the UPI id in full; null for none, or one sealed with a lost key. */
export const upiInFull = ({ upiSealed }: Pick<Center, "upiSealed">): string | null =>
  upiSealed ? (readable("centers.upi_sealed", () => unseal(upiSealed)) ?? null) : null;

/** The sealed place of centers. */
export const upiSealedIn: readonly SealedPlace[] = [sealedColumn({ table: "centers", column: "upi_sealed" })];
