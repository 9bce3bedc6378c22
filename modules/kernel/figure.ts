const inIndia = new Intl.NumberFormat("en-IN");

/** A number as people in India read it: `12,34,567`. Made once: the language's own `toLocaleString` looks it up each time. */
export const figure = (n: number): string => inIndia.format(n);

/** The values of a text that speaks of a number: the number as people read it, and the one that chooses the text's form. */
export const counted = (n: number) => ({ n: figure(n), count: n });
