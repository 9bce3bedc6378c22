import { stripVTControlCharacters } from "node:util";
import { type GlobalOptions, painted } from "./run.ts";

/** Formats rows below their headings, each column as wide as its widest cell. */
export function table(head: string[], cells: string[][], options: GlobalOptions): string {
  const plain = (text: string) => stripVTControlCharacters(text).length;
  const widths = head.map((name, at) => Math.max(name.length, ...cells.map((row) => plain(row[at]!))));
  const row = (values: string[]) =>
    values
      .map((value, at) => value + " ".repeat(Math.max(0, widths[at]! - plain(value))))
      .join("  ")
      .trimEnd();
  return [painted("bold", row(head), options), ...cells.map(row)].join("\n");
}

/** Names and values of one thing, a line each; what has no value is left out. */
export function facts(pairs: readonly (readonly [string, string | number | null | undefined])[]): string {
  const shownPairs = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
  const width = Math.max(...shownPairs.map(([name]) => name.length));
  return shownPairs.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}
