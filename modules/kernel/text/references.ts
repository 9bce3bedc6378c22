import { plainDigits } from "./digits.ts";

/** What a client's own id of a request is stored as while nobody gave one (R274). */
export const noReference = "0";

const none = /^(?:0*|na|nil|none|null|not(?:available|applicable))$/;

/** A client's own id of a request, "" for none: '', '0', '-', 'NA', 'N/A', 'Nil' and the like are none. */
export function referenceOf(text: string): string {
  const bare = plainDigits(text)
    .toLowerCase()
    .replace(/[\s\p{P}\p{S}]/gu, "");
  return none.test(bare) ? "" : text;
}

/** What a form or a call sends as the reference: a word for none becomes `noReference`; an empty text stays one. */
export const sentReference = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" && referenceOf(value) === "" ? noReference : value;
