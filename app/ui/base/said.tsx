import { Fragment } from "react";

/**
 * Words for people, and behind them, as a quiet chip, the word the product's documents fix for a screen, where that is
 * another one.
 */
export function Wording({ words, literal }: { words: string; literal: string }) {
  return (
    <>
      {words} <Literal words={words} literal={literal} />
    </>
  );
}

/** The documents' word by itself; nothing where it is what the words say. It may break after an underscore. */
export function Literal({ words, literal }: { words: string; literal: string }) {
  if (literal === words) return null;
  return (
    <span className="inline-block rounded-sm border border-line px-1.5 text-xs/[1.5] font-normal text-soft">
      {literal.split(/(?<=_)/).map((part) => (
        <Fragment key={part}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

/** The same where only text can stand, such as in a list of choices. */
export const wordingText = (words: string, literal: string) => (literal === words ? words : `${words} (${literal})`);
