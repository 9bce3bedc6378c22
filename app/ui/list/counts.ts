import { figure } from "#modules/kernel/figure.ts";
import type { Say } from "../base/say.tsx";

/** How many rows a list has; when not exact, more than `n`. */
export type Count = { n: number; exact: boolean };

/** The rows before a list's default range: how many there are, and the last of their days, up to which a list shows them. */
export type Older = { count: Count; lastDay: string };

export const countInWords = ({ n, exact }: Count, say: Say) =>
  exact ? figure(n) : say("desk.moreThan", { n: figure(n) });

/** `and 1,642 older` */
export const olderInWords = ({ count }: Older, say: Say) => say("desk.older", { n: countInWords(count, say) });
