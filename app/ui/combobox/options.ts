/** An option of a select. */
export type SearchedOption = { value: string; label: string };

/** What a search of options answers: some of what matches, and whether more does. */
export type OptionsAnswer = { options: readonly SearchedOption[]; more: boolean };

/** The options a page offers, and the address that finds others (`q`); null where all are on the page. */
export type SearchedOptions = { options: readonly SearchedOption[]; searchAt: string | null };
