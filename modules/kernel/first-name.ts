import { withoutContacts } from "./mask.ts";

/** Titles, ranks and words for a relation or a firm that people write before a name, without dots, in lower case. */
const titles = new Set(
  (
    "mr mrs ms miss mx master dr doctor prof er engr adv advocate ca cs ar pt rev fr justice hon honble late " +
    "shri sri shree smt shrimati km kum kumari sushri thiru tmt selvi " +
    "md mohd mohmd muhd mohamd sk " +
    "sh mst mstt ku sau haji hazi sardar sardarni pandit swami " +
    "col capt captain maj major lt gen brig sgt hav cdr cmdr wg sqn insp retd ret messrs " +
    "श्री श्रीमती श्रीमति श्रीमान सुश्री कुमारी कु डॉ डा डाॅ प्रो मो मोहम्मद मे मेसर्स स्व पं सौ एडवोकेट मिस्टर श्रीयुत जनाब सरदार हाजी " +
    "جناب محترمہ محترم بیگم حاجی ڈاکٹر مسٹر مسز محمد " +
    "শ্রী শ্রীমতী মোঃ ડૉ શ્રી શ્રીમતી ਸ਼੍ਰੀ ਸ਼੍ਰੀਮਤੀ ଶ୍ରୀ ଶ୍ରୀମତୀ திரு திருமதி செல்வி శ్రీ శ్రీమతి ಶ್ರೀ ಶ್ರೀಮತಿ ശ്രീ ശ്രീമതി"
  )
    .normalize("NFC")
    .split(" "),
);

/** Whether a word of a name is a title, in whatever case. */
export const isTitle = (word: string) => titles.has(word.normalize("NFC").toLowerCase());

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A letter of its own, as `A` of `A. P. J. Abdul` or `ए` of `ए. पी. जे. अब्दुल`, or letters together as `KR`. */
const isInitial = (word: string) => [...graphemes.segment(word)].length === 1 || /^[B-DF-HJ-NP-TV-Z]{2,3}$/.test(word);

/**
 * The first name of a person, or the first word of a firm's, for holders of the public link: titles and initials are no
 * name, and no part of a number given as the name is shown. Of a name that has nothing else its first word.
 */
export function firstName(name: string): string {
  const words = withoutContacts(name)
    .normalize("NFC")
    .split(/[\s.,;:/&()[\]]+/)
    .filter(Boolean);
  const named = words.find((word) => !isTitle(word) && !isInitial(word));
  return named ?? words[0] ?? "";
}
