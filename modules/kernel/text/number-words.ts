/** The words for digits in English and Hindi, in Devanagari and in Latin letters. */

const spokenDigits: Record<string, string> = {
  "0": "zero nought nil oh o शून्य सुन्ना जीरो shunya shoonya sifar",
  "1": "one एक वन ek",
  "2": "two दो टू do",
  "3": "three तीन थ्री teen tin",
  "4": "four चार फोर char chaar",
  "5": "five पांच पाँच पाच फाइव paanch panch",
  "6": "six छह छः छ छे सिक्स chhe chhah chah cheh che",
  "7": "seven सात सेवन saat sat",
  "8": "eight आठ एट aath ath",
  "9": "nine नौ नाइन nau nao",
  "10": "ten दस das",
  "11": "eleven",
  "12": "twelve",
  "13": "thirteen",
  "14": "fourteen",
  "15": "fifteen",
  "16": "sixteen",
  "17": "seventeen",
  "18": "eighteen",
  "19": "nineteen",
};
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const manyTimes: Record<string, number> = {
  double: 2,
  dabal: 2,
  डबल: 2,
  triple: 3,
  treble: 3,
  tripal: 3,
  ट्रिपल: 3,
};
/** Words that people put between two single digits. */
const between = new Set("and then dash hyphen dot comma space aur phir और फिर".split(" "));

// In the spelling `plainText` produces: without a nukta.
const digitsOf = new Map<string, string>();
for (const [digits, words] of Object.entries(spokenDigits))
  for (const word of words.split(" ")) digitsOf.set(word.normalize("NFKD"), digits);
const times = new Map(Object.entries(manyTimes).map(([word, count]) => [word.normalize("NFKD"), count]));

/** The words also recognised when written together without spaces. */
const joinable = new Set(
  [...digitsOf.keys(), ...tens, ...times.keys()].filter(
    (word) => (word.length > 2 || (word.length === 2 && word > "z")) && !["ten", "tin", "nil"].includes(word),
  ),
);
const longest = Math.max(...[...joinable].map((word) => word.length));

export type SpokenPart = { digits: string } | { ten: number } | { times: number } | { between: true };

/** What a word contributes to a number; undefined for other words. */
function partOf(word: string): SpokenPart | undefined {
  const digits = digitsOf.get(word);
  if (digits) return { digits };
  if (tens.includes(word)) return { ten: tens.indexOf(word) + 2 };
  const count = times.get(word);
  if (count) return { times: count };
  return between.has(word) ? { between: true } : undefined;
}

/**
 * What a word contributes to a number: one part, or several where words are written together; undefined for other
 * words.
 */
export function spokenIn(word: string): SpokenPart[] | undefined {
  const whole = partOf(word);
  if (whole) return [whole];
  const parts: SpokenPart[] = [];
  for (let at = 0; at < word.length; ) {
    let length = Math.min(longest, word.length - at);
    while (length > 1 && !joinable.has(word.slice(at, at + length))) length -= 1;
    if (length <= 1) return undefined;
    parts.push(partOf(word.slice(at, at + length))!);
    at += length;
  }
  return parts;
}
