import { hmac } from "../kernel/crypto.server.ts";
import type { Origin } from "./volume-origin.ts";

/*
 * Canaries: people of a volume whose data can be searched for anywhere, because nobody else has it. They stand at fixed
 * places and are the same in every volume, whatever its seed; a test crawls all that leaves the house for them.
 *
 * Every hundredth ticket is of a canary customer: phone 90000 30000-39999, surname `Canary<n>`, house `Canary House
 * <n>`, and the phone once more in the words of the wish, with a space. Every technician of a volume has a canary's
 * papers: PAN `CNRYP<n>K`, Aadhaar 7777 <n>, of which the last four digits and a keyed hash are kept as for everybody.
 */

/** Which tickets of a volume are a canary's. */
export const canaryAt = (index: number) => (index % 100 === 50 ? Math.floor(index / 100) % 10_000 : undefined);

/** A canary customer. */
export function canaryCustomer(number: number) {
  const phone = `90000${30_000 + number}`;
  return {
    customer: { name: `Meera Canary${number}x`, phone, houseNumber: `Canary House ${number}x` },
    requirement: `Please call ${phone.slice(0, 5)} ${phone.slice(5)} before you come`,
  };
}

/** The same wish, of a canary. */
export function ofCanary(origin: Origin, number: number): Origin {
  const { customer, requirement } = canaryCustomer(number);
  return { ...origin, requirement, customer: { ...origin.customer, ...customer } };
}

/** The papers of a technician of a volume; the Aadhaar number itself is nowhere kept. */
export function canaryPapers(number: number) {
  const digits = String(number % 10_000).padStart(4, "0");
  return {
    panNumber: `CNRYP${digits}K`,
    aadharNumber: `77773141${digits}`,
    home: `Canary Cottage ${number}x`,
    emergencyPhone: `90000${24_000 + (number % 6_000)}`,
  };
}

/** What is kept of an Aadhaar number (H22). */
export const aadharTrace = (aadharNumber: string) => [aadharNumber.slice(-4), hmac("aadhar", aadharNumber)] as const;
