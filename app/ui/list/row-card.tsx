import type { ReactNode } from "react";

type CardPartProps = { children?: ReactNode };

/* The parts of a row on a phone, where it is a card of three lines; each is cut at the end of its line. */
const part = "min-w-0 flex-[1_1_1px] truncate";
/* Where no column stands on the card, a name that comes first begins its first line. */
const onFirstLine =
  "first:in-[tr:not(:has(>.on-card))]:order-0 first:in-[tr:not(:has(>.on-card))]:[&~[data-sum]]:order-0";

/** The number of the row, in the first line. */
export const CardNumber = ({ children }: CardPartProps) => (
  <span className={`${part} text-13 text-soft tabular-nums [&_b]:text-teal-800`}>{children}</span>
);

/** Whose row it is, in the second line. */
export const CardName = ({ children }: CardPartProps) => (
  <span className={`${part} ${onFirstLine} order-2 font-semibold`}>{children}</span>
);

/** An amount at the end of the second line. */
export const CardSum = ({ children }: CardPartProps) => (
  <span className="order-2 text-right tabular-nums [&_small]:block [&_small]:text-12 [&_small]:text-soft" data-sum="">
    {children}
  </span>
);

/** What else there is to say, in the third line with what follows it; `whole` takes as many lines as it needs. */
export const CardText = ({ whole, children }: CardPartProps & { whole?: boolean }) => (
  <span
    className={`order-4 min-w-0 text-13 text-soft [&~*]:order-5 ${whole ? "basis-full whitespace-normal wrap-anywhere" : "flex-[1_1_1px] truncate"}`}
  >
    {children}
  </span>
);
