/** A value as a configuration file has it; `line` is the line its name stands in, counted from 1. */
export type Entry = { name: string; value: string; line: number };

export type Parsed = {
  entries: Entry[];
  /** Lines that cannot be read; with one of them no process starts. In words that repeat no value. */
  problems: string[];
  /** Lines that systemd, Compose and Node have read differently, and lines of no effect. In words that repeat no value. */
  warnings: string[];
};

const start = /[^\S\n]*(?:export[^\S\n]+)?([A-Za-z_]\w*)[^\S\n]*=([^\n]*)/y;
const quoted = { '"': /"((?:[^"\\]|\\[\s\S])*)"([^\n]*)/y, "'": /'([^']*)'([^\n]*)/y };
const nothing = /^\s*(#.*)?$/;

/**
 * Read a configuration file (`NAME=value` lines). Blank lines and lines that begin with `#` are skipped; `export` before a
 * name is accepted. A value without quotes is what stands up to the end of the line or up to a `#` after a space, without
 * the spaces around it. In single quotes every character stands for itself, in double quotes `\n` is a line end and `\"`,
 * `\\` and `\$` are the second character; either may go over several lines. `$` never stands for another variable. A name
 * that stands twice has the last value.
 */
export function parseConfiguration(written: string): Parsed {
  const text = written.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const entries = new Map<string, Entry>();
  const problems: string[] = [];
  const warnings: string[] = [];
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at) === -1 ? text.length : text.indexOf("\n", at);
    start.lastIndex = at;
    const match = nothing.test(text.slice(at, end)) ? undefined : start.exec(text);
    let next = end + 1;
    if (match) {
      const [whole, name = "", rest = ""] = match;
      const value = valueAt(text, at + whole.length - rest.trimStart().length, rest);
      if ("problem" in value) problems.push(`line ${line}: ${name} ${value.problem}`);
      else {
        const before = entries.get(name);
        if (before) warnings.push(`line ${line}: ${name} stands in line ${before.line}, too; the last one counts`);
        if (value.warning) warnings.push(`line ${line}: ${name} ${value.warning}`);
        entries.set(name, { name, value: value.text, line });
        next = value.end + 1;
      }
    } else if (!nothing.test(text.slice(at, end))) problems.push(`line ${line} is not NAME=value`);
    line += text.slice(at, next).split("\n").length - 1;
    at = next;
  }
  return { entries: [...entries.values()], problems, warnings };
}

type Value = { text: string; end: number; warning?: string | undefined } | { problem: string };

/** The value that begins at `from`, the first character after `=` and spaces; `rest` is what stands after `=` in its line. */
function valueAt(text: string, from: number, rest: string): Value {
  const quote = text[from] as keyof typeof quoted;
  if (rest.trim() !== "" && quoted[quote]) {
    quoted[quote].lastIndex = from;
    const match = quoted[quote].exec(text);
    if (!match) return { problem: "has no closing quote" };
    const [whole, body = "", after = ""] = match;
    if (!nothing.test(after)) return { problem: "has text after its closing quote" };
    const end = from + whole.length;
    if (quote === "'") return { text: body, end };
    const strange = /\\[^n"\\$]/.test(body.replaceAll("\\\\", ""));
    return { text: unescaped(body), end, warning: strange ? `has a \\ that stands for itself: ${advice}` : undefined };
  }
  if (rest.trimStart().startsWith("`")) return { problem: "is in backticks: write it in single or double quotes" };
  const end = from + rest.trimStart().length;
  const value = (/^(.*?)\s#/s.exec(rest)?.[1] ?? rest).trim();
  return { text: value, end, warning: /[#\\]/.test(rest) ? `has a # or \\ outside of quotes: ${advice}` : undefined };
}

const advice = "write the value in single quotes (a comment in a line of its own); the next version refuses this";

const unescaped = (body: string) => body.replace(/\\(["\\$n])/g, (_, mark: string) => (mark === "n" ? "\n" : mark));
