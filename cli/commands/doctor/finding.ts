/** A line of `doctor`: `look` is in order, but its advice should still be read. */
export type Finding = { check: string; ok: boolean; look?: boolean; found: string; advice?: string };

/** Asks a module's question over a connection of its own. */
export type Ask = <T>(question: () => Promise<T>) => Promise<T>;
