import type { Stretch } from "./find-phones.ts";
import type { PlainText } from "./plain-text.ts";

/** How the sign between name and domain is written: as itself, in brackets, or as a word. */
const at = /\s{0,3}@\s{0,3}|\s{0,3}[([{<]\s?(?:at|@|एट)\s?[)\]}>]\s{0,3}|\s(?:at|एट)\s/gu;
const dot = /(?:\s?\.\s?|\s?[([{<]\s?(?:dot|\.|डॉट)\s?[)\]}>]\s?|\s(?:dot|डॉट)\s)/uy;
const label = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}])?/uy;
const own = /[\p{L}\p{M}\p{N}._%+'-]/u;
const top = /^(?:com?|in|net|org|info|me|edu|gov|biz|io|ai|app|dev|email|online|shop|store)$/;
/** Mail domains so well known that their name alone makes an address, without `.com`. */
const mail =
  /^(?:g(?:oogle)?mail|yahoo|ymail|hotmail|outlook|live|msn|rediff(?:mail)?|icloud|proton(?:mail)?|zoho|aol|yandex)$/;

/**
 * Find e-mail addresses in a text, also with spaces, brackets or the words "at" and "dot", and payment addresses of the
 * same shape (`name@bank`). Linear in the length of the text.
 */
export function emailsIn({ text }: PlainText): Stretch[] {
  const emails: Stretch[] = [];
  let left = 0;
  const signs = new RegExp(at);
  for (let match = signs.exec(text); match; match = signs.exec(text)) {
    const { 0: sign, index } = match;
    const from = nameBefore(text, index, left);
    const to = from < index ? houseAfter(text, index + sign.length, sign) : undefined;
    if (to !== undefined) {
      emails.push({ from, to });
      left = index + sign.length;
    } else {
      // What is no sign may be a name, or its space belong to the next sign: "at (at) gmail.com".
      signs.lastIndex = index + 1;
    }
  }
  return emails;
}

/** The start of the local name that ends before `end`; not before `least`. */
function nameBefore(text: string, end: number, least: number) {
  let from = end;
  while (from > least && own.test(text[from - 1]!)) from -= 1;
  while (from < end && /[.'-]/.test(text[from]!)) from += 1;
  return from;
}

/** The end of the domain that starts at `from`; undefined if none follows this sign. */
function houseAfter(text: string, from: number, sign: string): number | undefined {
  const labels: string[] = [];
  let spelled = false;
  let end = from;
  for (let place = from; ; ) {
    label.lastIndex = place;
    const [name] = label.exec(text) ?? [];
    if (!name) break;
    // A spelled-out dot joins a label only if it can be a top-level domain: "a@b.in . Please" ends with "in".
    if (labels.length > 0 && text.slice(end, place) !== "." && !top.test(name)) break;
    labels.push(name);
    end = place + name.length;
    dot.lastIndex = end;
    const [joint] = dot.exec(text) ?? [];
    if (!joint) break;
    spelled ||= /dot|डॉट/u.test(joint);
    place = end + joint.length;
  }
  const [first = ""] = labels;
  if (sign === "@") return /^\p{L}/u.test(first) ? end : undefined;
  const whole = labels.length > 1 && top.test(labels.at(-1)!);
  // "at" is a word of prose, too ("paid at shop.in"), but whoever writes out the dot writes an address.
  if (sign.trim() === "at" || sign.trim() === "एट") return whole && (spelled || mail.test(first)) ? end : undefined;
  return whole || mail.test(first) ? end : undefined;
}
