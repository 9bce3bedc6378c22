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

/** Movements of money below each other: what, how much, and in small type the rest. */
export function LedgerLines({ lines }: { lines: readonly LedgerLine[] }) {
  return (
    <ul className="r-ledger">
      {lines.map(({ key, what, amountPaise, note }) => (
        <li key={key}>
          <b>
            {what}
            <span className="num">{rupees(amountPaise)}</span>
          </b>
          <small>{note}</small>
        </li>
      ))}
    </ul>
  );
}

/** Where money stands: a word and an amount in paise each. */
export function Sums({ sums }: { sums: readonly (readonly [label: string, paise: number])[] }) {
  return (
    <dl className="r-sums">
      {sums.map(([label, paise]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{rupees(paise)}</dd>
        </div>
      ))}
    </dl>
  );
}
