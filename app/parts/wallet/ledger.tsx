import type { ReactNode } from "react";
import { rupees } from "#modules/kernel/money.ts";

type LedgerLine = {
  key: string;
  what: ReactNode;
  /** In paise; shown in rupees. */
  amountPaise: number;
  /** From where to where, when, for what. */
  note: ReactNode;
};

/** A line of a list: what it is, at its end a figure or a word, and in small type the rest. */
export const LedgerItem = ({ what, end, note }: { what: ReactNode; end: ReactNode; note: ReactNode }) => (
  <li className="border-b border-hair py-1.75">
    <b className="flex font-normal">
      {what}
      <span className="ml-auto tabular-nums">{end}</span>
    </b>
    <small className="block text-12 text-soft">{note}</small>
  </li>
);

/** Movements of money below each other: what, how much, and in small type the rest. */
export function LedgerLines({ lines }: { lines: readonly LedgerLine[] }) {
  return (
    <ul>
      {lines.map(({ key, what, amountPaise, note }) => (
        <LedgerItem key={key} what={what} end={rupees(amountPaise)} note={note} />
      ))}
    </ul>
  );
}

/** Where money stands: a word and an amount in paise each. */
export function Sums({ sums }: { sums: readonly (readonly [label: string, paise: number])[] }) {
  return (
    <dl className="pt-1.5">
      {sums.map(([label, paise]) => (
        <div key={label} className="flex py-0.5 text-13 text-soft">
          <dt>{label}</dt>
          <dd className="ml-auto tabular-nums">{rupees(paise)}</dd>
        </div>
      ))}
    </dl>
  );
}
