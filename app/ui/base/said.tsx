/**
 * Words for people, and behind them, as a quiet chip, the word the product's documents fix for a screen, where that is
 * another one.
 */
export function Said({ words, literal }: { words: string; literal: string }) {
  return (
    <>
      {words}
      {literal !== words && (
        <>
          {" "}
          <span className="literal">{literal}</span>
        </>
      )}
    </>
  );
}

/** The same where only text can stand, such as in a list of choices. */
export const saidInText = (words: string, literal: string) => (literal === words ? words : `${words} (${literal})`);
