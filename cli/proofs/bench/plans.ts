import { connect, disconnect, pool, unitOfWork } from "#modules/kernel/db.server.ts";
import type { Houses } from "../bench.ts";
import { markOf } from "./lists.ts";
import type { Measure } from "./report.ts";

type Node = {
  "Node Type": string;
  "Actual Rows": number;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Node[];
};

/**
 * What the database does for each list at the big size: EXPLAIN of the very statements the lists send, printed, and
 * judged: no scan of a whole big table, and no sort of more rows than a page has.
 */
export async function plans({ big }: Houses): Promise<Measure[]> {
  const house = await big();
  const { entities } = await import("#modules/index.ts");
  const { centerInsights, listTicketLines, listTickets, listBroadcasts, ticketsCreatedNotAssigned } = await import(
    "#modules/tickets/index.ts"
  );
  const center = { kind: "center" as const, centerId: house.centerId, sessionId: house.centerId };
  const admin = {
    ...{ kind: "admin" as const, adminId: house.centerId, name: "bench", role: "SUPER_ADMIN" as const },
    ...{ permissions: [], sessionId: house.centerId },
  };
  const middle = markOf(
    (await house.pool.query("select created_at as at, id from tickets order by created_at desc offset 25000 limit 1"))
      .rows[0] ?? { at: new Date(), id: house.centerId },
  );
  const asked: Record<string, () => Promise<unknown>> = {
    "a center's Tickets": () => listTicketLines(center),
    "a center's Tickets, far page": () => listTicketLines(center, { after: middle }),
    "a center's closed Tickets": () => listTickets(center, { status: "CLOSED" }),
    "all Tickets": () => listTickets(admin),
    "all Tickets, page 1,000": () => listTickets(admin, { after: middle }),
    "all pending Tickets": () => listTickets(admin, { status: "PENDING" }),
    "New Tickets": () => listBroadcasts(center, { status: "OPEN" }),
    "New Tickets, all, far page": () => listBroadcasts(center, { after: middle }),
    "created by a center": () => ticketsCreatedNotAssigned(center),
  };
  const counted = { "a center's dashboard, a year": () => centerInsights(center, 365) };
  await connect({ url: house.stand.at.app, entities });
  try {
    const measures: Measure[] = [];
    for (const [name, ask] of Object.entries(asked)) measures.push(await judged(name, [await longest(ask)]));
    for (const [name, ask] of Object.entries(counted)) measures.push(await judged(name, await statements(ask)));
    return measures;
  } finally {
    await disconnect();
  }
}

async function judged(name: string, asked: Statement[]): Promise<Measure> {
  const plans = [];
  for (const [text, params] of asked)
    plans.push((await pool().query(`explain (analyze, format json) ${text}`, params)).rows[0]["QUERY PLAN"][0]);
  const nodes = plans.flatMap((plan) => flat(plan.Plan as Node));
  const bad = nodes.filter(
    (node) =>
      (node["Node Type"] === "Seq Scan" && node["Actual Rows"] > 2_500) ||
      (node["Node Type"].includes("Sort") && node.Plans!.some((child) => child["Actual Rows"] > 200)),
  );
  const words = nodes.map((node) =>
    [node["Node Type"], node["Index Name"] ?? node["Relation Name"]].filter(Boolean).join(" "),
  );
  const ms = plans.reduce((sum, plan) => sum + plan["Execution Time"], 0);
  return {
    part: "plans",
    what: `EXPLAIN ${name}: whole scans and big sorts`,
    value: bad.length,
    unit: "",
    better: "less",
    target: 0,
    note: `${ms.toFixed(1)} ms: ${[...new Set(words)].join(", ")}`,
  };
}

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

type Statement = [text: string, params: unknown[]];

/** The longest statement about requests or offers that something sends, with its parameters: a list's own. */
const longest = async (ask: () => Promise<unknown>): Promise<Statement> =>
  (await statements(ask)).toSorted(([a], [b]) => b.length - a.length)[0]!;

/** Every statement about requests or offers that something sends, with its parameters. */
async function statements(ask: () => Promise<unknown>): Promise<Statement[]> {
  const heard: Statement[] = [];
  const client = await pool().connect();
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  client.release();
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [first, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    heard.push(typeof first === "string" ? [first, values ?? []] : [first.text, first.values ?? values ?? []]);
    return query.apply(this, args);
  };
  try {
    await unitOfWork(ask);
  } finally {
    prototype.query = query;
  }
  return heard.filter(([text]) => /from (tickets|broadcasts) /.test(text));
}
