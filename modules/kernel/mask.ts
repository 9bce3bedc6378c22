/** How a phone is shown to those who may not see it (fixed point 16); always on the server, never in the browser. */

/** On public pages: `9876543210` → `98xxxxxx10`. */
export const maskPublic = (phone: string) =>
  phone.length < 5 ? "xxxxx" : `${phone.slice(0, 2)}${"x".repeat(phone.length - 4)}${phone.slice(-2)}`;

/** In admin lists nothing of it is shown. */
export const maskStars = () => "*****";

/** People write their number into free texts: whoever may not see it does not read it there either. */
export const withoutPhones = (text: string) => text.replace(/[0-9०-९](?:[\s().\-–_/]{0,2}[0-9०-९]){6,}/g, "xxxxxxxxxx");

/** The first word of a name, for those who have only the link. */
export const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? "";
