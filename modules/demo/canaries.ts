import { hmac } from "#modules/kernel/crypto.server.ts";

/*
 * Canaries: people of a volume whose data occurs nowhere else, so that leaks of it can be searched for. They have fixed
 * places and are the same in every volume, whatever its seed; a test searches everything that leaves the server for it.
 *
 * Every hundredth ticket is of a canary customer: phone 90000 30000-39999, surname `Canary<n>`, house `Canary House
 * <n>`, and the phone once more inside the requirement, with a space. Every technician of a volume has a canary's
 * documents: PAN `CNRYP<n>K`, sealed like all PANs, and Aadhaar 7777 <n>, of which the last four digits and a keyed
 * hash are stored.
 */

/** The number of the canary customer of a ticket; undefined for the other tickets. */
export const canaryAt = (index: number) => (index % 100 === 50 ? Math.floor(index / 100) % 10_000 : undefined);

/** A canary customer. */
export function canaryCustomer(number: number) {
  const phone = `90000${30_000 + number}`;
  return {
    customer: { name: `Meera Canary${number}x`, phone, houseNumber: `Canary House ${number}x` },
    requirement: `Please call ${phone.slice(0, 5)} ${phone.slice(5)} before you come`,
  };
}

/** The identity documents of a volume's technician; the full Aadhaar number is not stored. */
export function canaryPapers(number: number) {
  const digits = String(number % 10_000).padStart(4, "0");
  return {
    panNumber: `CNRYP${digits}K`,
    aadharNumber: `77773141${digits}`,
    home: `Canary Cottage ${number}x`,
    emergencyPhone: `90000${24_000 + (number % 6_000)}`,
  };
}

/** What is stored of an Aadhaar number (H22). */
export const aadharTrace = (aadharNumber: string) => [aadharNumber.slice(-4), hmac("aadhar", aadharNumber)] as const;
