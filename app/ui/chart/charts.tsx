import type { ReactNode } from "react";

/*
 * Charts, rendered on the server as SVG. Each has a name for screen readers, and the same numbers stand beside it in
 * words: colour alone never carries meaning.
 */

/** A part of a chart; its tone is its colour (`fill` and `stroke` use `currentColor`). */
export type Part = { label: string; count: number; tone: ChartTone };
export type ChartTone = keyof typeof tones;

const tones = {
  one: "text-teal-700",
  two: "text-marigold-400",
  three: "text-blue-700",
  four: "text-red-700",
  five: "text-edge",
  // The colours of the statuses.
  closed: "text-[color-mix(in_srgb,var(--color-red-700)_60%,white)]",
  accepted: "text-green-700",
} as const;

const size = 120;
const thick = 22;
const radius = (size - thick) / 2;
const around = 2 * Math.PI * radius;

type DonutProps = { parts: readonly Part[]; name: string; inside: string; className?: string };

/** The parts of a whole, as a ring; `inside` is shown in its middle. */
export function Donut({ parts, name, inside, className = "size-38" }: DonutProps) {
  const whole = parts.reduce((sum, { count }) => sum + count, 0);
  let before = 0;
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={`flex-none ${className}`} role="img" aria-label={name}>
      <circle className="stroke-sand" cx={size / 2} cy={size / 2} r={radius} fill="none" strokeWidth={thick} />
      {parts.map(({ label, count, tone }) => {
        const length = (count / whole) * around;
        const start = before;
        before += length;
        return (
          <circle
            key={label}
            className={tones[tone]}
            data-tone={tone}
            cx={size / 2}
            cy={size / 2}
            r={radius}
            fill="none"
            stroke="currentColor"
            strokeWidth={thick}
            // A small gap between two parts.
            strokeDasharray={`${Math.max(length - (parts.length > 1 ? 1.5 : 0), 0.5)} ${around}`}
            strokeDashoffset={-start}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
          />
        );
      })}
      <text x="50%" y="50%" dy="0.35em" textAnchor="middle" className="fill-ink text-[1.5rem] font-bold">
        {inside}
      </text>
    </svg>
  );
}

/** The colour sample of a part, beside its label. */
export const Swatch = ({ tone, className = "size-3.5" }: { tone: ChartTone; className?: string }) => (
  <svg viewBox="0 0 12 12" className={`flex-none ${tones[tone]} ${className}`} aria-hidden="true">
    <rect width="12" height="12" rx="3" fill="currentColor" />
  </svg>
);

/** Amounts over time as bars, oldest first; `from` and `to` are the labels below. */
export function Bars({
  amounts,
  name,
  most,
  from,
  to,
  className = "h-36",
}: {
  amounts: readonly number[];
  name: string;
  most: string;
  from: string;
  to: string;
  /** The height. */
  className?: string;
}) {
  const top = Math.max(...amounts, 1);
  const step = 10;
  const height = 60;
  return (
    <figure className="m-0">
      <p className="text-right text-xs text-soft tabular-nums">{most}</p>
      <svg
        viewBox={`0 0 ${amounts.length * step} ${height}`}
        preserveAspectRatio="none"
        className={`block w-full border-b border-edge text-teal-700 ${className}`}
        role="img"
        aria-label={name}
      >
        {amounts.map((amount, at) => {
          const tall = amount > 0 ? Math.max((amount / top) * height, 1) : 0;
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: bars never move, so the index identifies one
              key={at}
              x={at * step + 1}
              y={height - tall}
              width={step - 2}
              height={tall}
              fill="currentColor"
            />
          );
        })}
      </svg>
      <figcaption className="flex justify-between text-xs text-soft">
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  );
}

type MetersProps = {
  rows: readonly { label: ReactNode; count: number; key: string }[];
  /** The height of a line and its letters. */
  lineClass?: string;
};

/** A few counts, each with its label and a bar. */
export function Meters({ rows, lineClass = "min-h-9 text-sm" }: MetersProps) {
  const top = Math.max(...rows.map(({ count }) => count), 1);
  return (
    <ul>
      {rows.map(({ key, label, count }) => (
        <li key={key} className={`grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)_3rem] items-center gap-3 ${lineClass}`}>
          <span>{label}</span>
          <svg
            viewBox="0 0 100 10"
            preserveAspectRatio="none"
            className="h-2.5 w-full text-teal-700"
            aria-hidden="true"
          >
            <rect className="text-sand" width="100" height="10" fill="currentColor" />
            <rect width={(count / top) * 100} height="10" fill="currentColor" />
          </svg>
          <span className="text-right font-semibold tabular-nums">{count}</span>
        </li>
      ))}
    </ul>
  );
}
