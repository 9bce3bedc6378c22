export type Statement = { text: string; params: readonly unknown[] };

/** What has been put together after what, and what came of it. */
type Step = { whole?: string; readonly next: Map<string, Step> };

/** How many steps are kept; what is written together is always the same few things. */
const mostKept = 400;
const start: Step = { next: new Map() };
let kept = 0;

/** Several statements as the parts of one, which the database reads once and which costs one journey. */
export function combine(statements: readonly [Statement, ...Statement[]]): Statement {
  if (statements.length === 1) return statements[0];
  return { text: textOf(statements), params: statements.flatMap(({ params }) => params) };
}

/** Putting the texts together costs more than sending them: it is done once for each row of them. */
function textOf(statements: readonly Statement[]): string {
  let step = start;
  for (const { text } of statements) {
    let next = step.next.get(text);
    if (!next) {
      if (kept++ >= mostKept) return together(statements);
      next = { next: new Map() };
      step.next.set(text, next);
    }
    step = next;
  }
  step.whole ??= together(statements);
  return step.whole;
}

function together(statements: readonly Statement[]): string {
  let before = 0;
  const parts = statements.map(({ text, params }, at) => {
    const own = text.replace(/\$(\d+)/g, (_, place) => `$${Number(place) + before}`);
    before += params.length;
    return `part${at} as (${own})`;
  });
  return `with ${parts.join(",\n")} select`;
}
