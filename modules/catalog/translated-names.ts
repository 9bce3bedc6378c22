import type { Names, NewNames } from "./shared.ts";

/** The names after those of some languages were written; null takes one away, languages that are not given stay. */
export const renamed = (names: Names, changes: NewNames): Names =>
  Object.fromEntries(
    Object.entries({ ...names, ...changes }).flatMap(([locale, name]) => {
      const written = name === undefined ? names[locale] : name;
      return written == null ? [] : [[locale, written]];
    }),
  );

/** Whether two things are named alike in every language. */
export const sameNames = (some: Names, others: Names): boolean =>
  Object.keys(some).length === Object.keys(others).length &&
  Object.entries(some).every(([locale, name]) => others[locale] === name);

/** The names that a plan gives, whose `hindiName` is the one in Hindi. */
export const plannedNames = ({
  hindiName,
  names,
}: {
  hindiName?: string | undefined;
  names?: NewNames | undefined;
}): NewNames => ({ hi: hindiName, ...names });
