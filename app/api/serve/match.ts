import { contract } from "../contract/index.ts";
import type { Call, Contract } from "../line/call.server.ts";

type Line = { methods: string[]; path: string; steps: string[]; line: Call };

const linesOf = (table: Contract): Line[] =>
  Object.entries(table).map(([key, line]) => {
    const [methods, path] = key.split(" ") as [string, string];
    return { methods: methods.split("|"), path, steps: path.split("/"), line };
  });

const isParam = (step: string) => step.startsWith("{");

function fits({ steps }: Line, pathSteps: readonly string[]) {
  if (steps.length !== pathSteps.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, step] of steps.entries()) {
    const value = pathSteps[index]!;
    if (isParam(step)) params[step.slice(1, -1)] = value;
    // The first segment has several spellings (technicianApp, technicianapp), so its case does not matter (Q55).
    else if (index === 0 ? step.toLowerCase() !== value.toLowerCase() : step !== value) return undefined;
  }
  return params;
}

/** The decoded segments of a path; undefined when an escape is broken. */
function stepsOf(path: string) {
  try {
    const steps = path.split("/");
    while (steps.at(-1) === "") steps.pop();
    return steps.map((step) => decodeURIComponent(step));
  } catch {
    return undefined;
  }
}

/** A call's line, its path as the table has it, and the path parameters. */
export type LineMatch = { line: Call; path: string; params: Record<string, string> };
/** Finds a call's line for a method and a path below /api/, with its path parameters. */
export type FindLine = {
  (method: string, path: string): LineMatch | undefined;
  /** The methods a path is asked by, sorted; none where there is no such call. What answers GET answers HEAD, too. */
  methodsAt: (path: string) => string[];
};

/** What finds the lines of a table. */
export function finderIn(table: Contract): FindLine {
  const lines = linesOf(table);
  const find = (method: string, path: string) => {
    const pathSteps = stepsOf(path);
    if (!pathSteps) return undefined;
    for (const line of lines) {
      const params = line.methods.includes(method) ? fits(line, pathSteps) : undefined;
      if (params) return { line: line.line, path: line.path, params };
    }
    return undefined;
  };
  const methodsAt = (path: string) => {
    const pathSteps = stepsOf(path);
    const methods = pathSteps ? lines.filter((line) => fits(line, pathSteps)).flatMap((line) => line.methods) : [];
    return [...new Set(methods.includes("GET") ? [...methods, "HEAD"] : methods)].sort();
  };
  return Object.assign(find, { methodsAt });
}

export const findLine = finderIn(contract);
