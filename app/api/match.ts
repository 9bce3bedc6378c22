import type { AnyCall } from "./call.server.ts";
import { contract } from "./contract/index.ts";

type Line = { methods: string[]; path: string; steps: string[]; line: AnyCall };

const lines: Line[] = Object.entries(contract).map(([key, line]) => {
  const [methods, path] = key.split(" ") as [string, string];
  return { methods: methods.split("|"), path, steps: path.split("/"), line };
});

const isParam = (step: string) => step.startsWith("{");

function fits({ steps }: Line, asked: readonly string[]) {
  if (steps.length !== asked.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, step] of steps.entries()) {
    const value = asked[index]!;
    if (isParam(step)) params[step.slice(1, -1)] = value;
    // The first segment is known in several spellings (technicianApp, technicianapp): its case does not matter (Q55).
    else if (index === 0 ? step.toLowerCase() !== value.toLowerCase() : step !== value) return undefined;
  }
  return params;
}

/** The steps of a path as they were meant; a broken escape means nothing. */
function stepsOf(path: string) {
  try {
    return path
      .replace(/\/+$/, "")
      .split("/")
      .map((step) => decodeURIComponent(step));
  } catch {
    return undefined;
  }
}

/** The line of the table for a method and a path below /api/, with its path parameters. */
export function findLine(method: string, path: string) {
  const asked = stepsOf(path);
  if (!asked) return undefined;
  for (const line of lines) {
    const params = line.methods.includes(method) ? fits(line, asked) : undefined;
    if (params) return { line: line.line, path: line.path, params };
  }
  return undefined;
}
