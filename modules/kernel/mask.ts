import { emailsIn } from "./text/find-emails.ts";
import { phonesIn, type Stretch } from "./text/find-phones.ts";
import { plainText } from "./text/plain-text.ts";

/** How a phone is shown to those who may not see it (fixed point 16). Masking always happens on the server. */

/** On public pages: `9876543210` → `98xxxxxx10`. */
export const maskPublic = (phone: string) =>
  phone.length < 5 ? "xxxxx" : `${phone.slice(0, 2)}${"x".repeat(phone.length - 4)}${phone.slice(-2)}`;

/** Admin lists show nothing of it. */
export const maskStars = () => "*****";

/** Replaces a phone number or an e-mail address inside a text. */
const hidden = "xxxxxxxxxx";

/** Cleaned texts, so that a list does not clean the same ones at every look: one request is offered to many centers. */
const cleaned = new Map<string, string>();
const mostCleaned = 2_000;
const longestCached = 500;

/**
 * Remove phone numbers and e-mail addresses from free text, however they are spelled, for readers who may not see them.
 * The rest of the text stays unchanged.
 */
export function withoutContacts(text: string): string {
  const before = cleaned.get(text);
  if (before !== undefined) return before;
  const shown = clean(text);
  if (text.length > longestCached) return shown;
  if (cleaned.size >= mostCleaned) cleaned.delete(cleaned.keys().next().value ?? "");
  cleaned.set(text, shown);
  return shown;
}

/**
 * The text in which a search of such a reader looks: a line break for each hidden part. The mask itself fits no search,
 * else its x would say whether the part that it stands for has an x.
 */
export const searchableText = (text: string): string => withoutContacts(text).replaceAll(hidden, "\n");

function clean(text: string): string {
  const plain = plainText(text);
  const stretches = [...phonesIn(plain), ...emailsIn(plain)].sort((one, other) => one.from - other.from);
  let shown = "";
  let end = 0;
  for (const { from, to } of together(stretches)) {
    shown += text.slice(end, plain.from[from]) + hidden;
    end = plain.to[to - 1]!;
  }
  return shown + text.slice(end);
}

/** The stretches in order, overlapping ones merged. */
function together(stretches: readonly Stretch[]): Stretch[] {
  const apart: Stretch[] = [];
  for (const { from, to } of stretches) {
    const last = apart.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else apart.push({ from, to });
  }
  return apart;
}
