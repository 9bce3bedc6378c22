import { painted } from "../../run.ts";

/** One line of the bench: what was measured, its floor, and how it compares with the product's target. */
export type Measure = {
  part: string;
  what: string;
  value: number;
  unit: string;
  floor?: number;
  /** The number compared with the target; `value / floor` by default. */
  ratio?: number;
  /** At least this with `more`, at most with `less`. */
  target?: number;
  aim?: number;
  better?: "more" | "less";
  note?: string;
};

export type Verdict = "ok" | "MISSED" | "";

const judged = ({ ratio, value }: Measure) => ratio ?? value;

/** Whether a measure meets its target; one without a target is only reported. */
export function verdict(measure: Measure): Verdict {
  if (measure.target === undefined) return "";
  const held = measure.better === "less" ? judged(measure) <= measure.target : judged(measure) >= measure.target;
  return held ? "ok" : "MISSED";
}

/** A measure whose ratio is its share of the floor. */
export const against = (measure: Omit<Measure, "ratio"> & { floor: number }): Measure => ({
  ...measure,
  ratio: measure.value / measure.floor,
});

const figure = (value: number | undefined) =>
  value === undefined
    ? ""
    : Math.abs(value) >= 1_000
      ? Math.round(value).toLocaleString("en-IN")
      : value.toLocaleString("en-IN", { maximumSignificantDigits: 3 });

/** A measure in a line, told as soon as its part is over. */
export function inWords(measure: Measure): string {
  const { what, value, unit, floor, ratio, note } = measure;
  const compared = floor === undefined ? "" : `, floor ${figure(floor)}, ratio ${figure(ratio)}`;
  return [`${what}: ${figure(value)} ${unit}${compared}`, verdict(measure), note && `(${note})`]
    .filter(Boolean)
    .join(" ");
}

const heads = ["part", "measure", "value", "floor", "ratio", "target", "aim", ""];

/** Formats the measures as a table. */
export function table(measures: readonly Measure[], options: { color?: boolean }) {
  const lines = measures.map((measure) => {
    const sign = measure.better === "less" ? "≤" : "≥";
    return [
      measure.part,
      measure.what,
      `${figure(measure.value)} ${measure.unit}`,
      figure(measure.floor),
      figure(measure.ratio),
      measure.target === undefined ? "" : `${sign} ${measure.target}`,
      measure.aim === undefined ? "" : `${sign} ${measure.aim}`,
      verdict(measure),
    ];
  });
  const widths = heads.map((head, at) => Math.max(head.length, ...lines.map((line) => line[at]!.length)));
  const padded = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at > 1 && at < 7 ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
      .join("  ")
      .trimEnd();
  const coloured = (line: string, mark: string) =>
    mark === "MISSED" ? painted("red", line, options) : mark === "ok" ? painted("green", line, options) : line;
  return [padded(heads), ...lines.map((line) => coloured(padded(line), line[7]!))].join("\n");
}
