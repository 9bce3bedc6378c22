import type { ActorOf } from "#modules/kernel/actor.ts";
import { day, fromIst, fromNow, istDate, now } from "#modules/kernel/clock.ts";
import { cursorOf } from "#modules/kernel/cursor.ts";
import { connect, disconnect, pool, unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { AnyList } from "#modules/kernel/lists/list.server.ts";
import { broadcastStates, ticketStatuses } from "#modules/tickets/shared.ts";
import type { Measure } from "./report.ts";
import type { SeededProducts } from "./seeded-product.ts";

type Node = {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Node[];
};

/**
 * The query plan of each list and of View Request at the big size: EXPLAIN of the statements they really send, printed
 * and checked: no scan of a whole big table, few rows read in vain, and no sort of many more rows than a page has.
 */
export async function plans({ big }: SeededProducts): Promise<Measure[]> {
  const product = await big();
  const { entities } = await import("#modules/index.ts");
  const tickets = await import("#modules/tickets/index.ts");
  const { centerInsights, listTicketLines, listTickets, listBroadcasts, ticketsCreatedNotAssigned } = tickets;
  const center = { kind: "center" as const, centerId: product.centerId, sessionId: product.centerId };
  const admin = {
    kind: "admin" as const,
    adminId: product.centerId,
    name: "bench",
    role: "SUPER_ADMIN" as const,
    permissions: [],
    sessionId: product.centerId,
  };
  const middle = cursorOf(
    (await product.pool.query("select created_at as at, id from tickets order by created_at desc offset 25000 limit 1"))
      .rows[0] ?? { at: new Date(), id: product.centerId },
  );
  const sample = await sampleOf(product.pool);
  const farBill = cursorOf(
    (await product.pool.query("select issued_at as at, id from invoices order by issued_at desc offset 25000 limit 1"))
      .rows[0] ?? { at: new Date(), id: product.centerId },
  );
  const queries: Record<string, () => Promise<unknown>> = {
    ...operatorsPages(tickets, admin, middle, sample),
    "a center's Tickets": () => listTicketLines(center),
    "a center's Tickets, far page": () => listTicketLines(center, { after: middle }),
    "a center's closed Tickets": () => listTickets(center, { status: "CLOSED" }),
    "all Tickets": () => listTickets(admin),
    "all Tickets, page 1,000": () => listTickets(admin, { after: middle }),
    "all pending Tickets": () => listTickets(admin, { status: "PENDING" }),
    "New Tickets": () => listBroadcasts(center, { status: "OPEN" }),
    "New Tickets, all, far page": () => listBroadcasts(center, { after: middle }),
    "created by a center": () => ticketsCreatedNotAssigned(center),
    "what waits for a center": () => tickets.waitingRequestsFor(product.centerId, tickets.beforeAllWaiting, 50),
    "a center's room for what waits": () => tickets.roomOf(product.centerId),
    "the centers something waits for": () => tickets.centersWithWaiting(tickets.beforeAllWaiting.id, 200),
  };
  const counted = {
    "a center's dashboard, a year": () => centerInsights(center, 365),
    "news of all Requests": () => tickets.requestsList.since!(admin, {}, { head: middle, ids: [], at: new Date() }),
    "news of the Broadcasted list": () =>
      tickets.broadcastedList.since!(admin, {}, { head: middle, ids: [], at: new Date() }),
  };
  const { onboarderDemandList, unservedDemandList } = await import("#modules/reports/index.ts");
  const onboarder = await onboarderOf(product.pool);
  const quarter = { from: fromIst(istDate(fromNow(-90 * day))), to: now() };
  await connect({ url: product.stand.at.app, entities });
  try {
    const measures: Measure[] = [
      await judged(
        "unserved demand of a quarter",
        [await longest(() => unservedDemandList.page(admin, quarter))],
        mostCounted,
      ),
      await judged(
        "an onboarder's unserved demand",
        [await longest(() => onboarderDemandList.page(onboarder, { days: "90" }))],
        mostCounted,
      ),
      await judged(
        "unserved demand of a day",
        [await longest(() => tickets.unservedOn(istDate(fromNow(-day)), someStates))],
        mostCounted,
      ),
    ];
    for (const [name, ask] of Object.entries(queries))
      measures.push(await judged(name, [await longest(ask)], name.startsWith("the count") ? mostCounted : undefined));
    for (const [name, ask] of Object.entries(billReads(tickets, admin, { center: product.centerId, after: farBill })))
      measures.push(await judged(name, await statements(ask, /from invoices /)));
    for (const [name, ask] of Object.entries(counted)) measures.push(await judged(name, await statements(ask)));
    for (const kind of tickets.lateKinds)
      measures.push(
        await judged(
          `the ${kind} visits without an alert`,
          await statements(() => tickets.visitsWithoutAlert(kind, tickets.beforeAllWaiting.id, 500)),
          mostCounted,
        ),
      );
    const { endingTerms } = await import("#modules/centers/index.ts");
    measures.push(await judged("the terms of centers that end", await statements(endingTerms, reads)));
    if (sample.ticket)
      measures.push(await judged("View Request", await statements(viewed(admin, sample.ticket), reads), mostOfOne));
    return measures;
  } finally {
    await disconnect();
  }
}

/** The states of most requests. */
const someStates = ["Karnataka", "Maharashtra", "Delhi"];

/** An onboarder who may bring centers in the states of most requests. */
async function onboarderOf(pool: SeededPool): Promise<ActorOf<"onboarder">> {
  const { id } = (
    await pool.query(
      `update onboarders set allowed_states = $1 where id = (select id from onboarders limit 1) returning id`,
      [someStates],
    )
  ).rows[0];
  return { kind: "onboarder", onboarderId: id, sessionId: id };
}

/** Everything /view-ticket reads. */
const viewed = (admin: ActorOf<"admin">, ticketId: string) => async () => {
  const { requestDetail } = await import("#modules/tickets/index.ts");
  const { adjustments } = await import("#modules/wallet/index.ts");
  await requestDetail(admin, ticketId);
  await adjustments(admin, { ticketId });
};

type Tickets = typeof import("#modules/tickets/index.ts");

type Sample = Record<"service" | "city" | "client" | "pincode" | "center" | "ticket", string | undefined>;

/** What some requests have for each filter, and a closed request that was offered and paid for. */
async function sampleOf(pool: SeededPool): Promise<Sample> {
  const one = async (what: string, where = `${what} is not null`) =>
    (await pool.query(`select ${what} as value from tickets where ${where} limit 1`)).rows[0]?.value;
  return {
    service: await one("service_id"),
    city: await one("city"),
    client: await one("client_id"),
    pincode: await one("pincode"),
    center: await one("center_id"),
    ticket: await one("public_id", "status = 'CLOSED' and is_paid_by_public and deleted_at is null"),
  };
}
type SeededPool = Awaited<ReturnType<SeededProducts["big"]>>["pool"];

/** Each operators' list with the values by which each of its filters is planned; the search has plans of its own. */
export function plannedFilters(
  tickets: Tickets,
  { service, city, client, pincode, center }: Sample,
): [AnyList, Record<string, readonly unknown[]>][] {
  const displayed = ["Technician Not Assigned", "Technician Assigned"];
  const status = ["open", ...displayed, ...ticketStatuses];
  const today = istDate();
  const reported = {
    source: tickets.requestSources,
    reached: tickets.reachedNames,
    center: [center],
    pincode: [pincode],
    hour: [9],
  };
  return [
    [
      tickets.requestsList,
      {
        status,
        service: [service],
        city: [city],
        client: [client],
        ...reported,
        visitOn: [today],
        visit: ["unstaffed", "late"],
        otherTime: [true],
        paidWithoutCenter: [true],
        from: [fromIst(today)],
      },
    ],
    [tickets.pendingList, { status: displayed, service: [service], city: [city] }],
    [tickets.closedList, { service: [service], city: [city] }],
    [tickets.noServiceList, { status: ["open", "PENDING", "CANCEL"], service: [service], city: [city] }],
    [tickets.centerRequestsList, { status, service: [service], city: [city] }],
    [tickets.clientRequestsList, { status, service: [service], city: [city], client: [client], ...reported }],
    [tickets.allClientRequestsList, { assigned: ["yes", "no"], status, service: [service], client: [client] }],
    [tickets.createdElsewhereList, {}],
    [tickets.ridesList, { status: ["PENDING", "CLOSED"], number: ["RIDE-BENCH-7"] }],
    [tickets.broadcastedList, { status: broadcastStates, number: ["REQ-000000-0000"] }],
    [tickets.newTicketsList, { number: ["REQ-000000-0000"] }],
    [tickets.centersNewTicketsList, { number: ["REQ-000000-0000"] }],
  ];
}

/**
 * Each operators' list by its first page and page 1,000, oldest first, and by each value of each of its filters: every
 * one of them over all time, which an index must bear.
 */
function operatorsPages(
  tickets: Tickets,
  admin: ActorOf<"admin">,
  after: string,
  sample: Sample,
): Record<string, () => Promise<unknown>> {
  return Object.fromEntries(
    plannedFilters(tickets, sample).flatMap(([{ name, page, count }, filters]) => {
      const filteredPage = (narrowed: object) => () => page(admin, { take: 10, ...narrowed });
      const week = { from: fromIst(istDate(fromNow(-7 * day))), to: now() };
      return [
        [`the count of ${name}`, () => count!(admin, week)],
        [`the count of ${name}, all time`, () => count!(admin, {})],
        [`the list ${name}`, filteredPage({})],
        [`the list ${name}, page 1,000`, filteredPage({ after })],
        [`the list ${name}, oldest first`, filteredPage({ oldestFirst: true })],
        ...Object.entries(filters).flatMap(([field, values]) =>
          values.map((value) => [
            `the list ${name} by ${field}${values.length > 1 ? ` ${value}` : ""}`,
            filteredPage({ [field]: value }),
          ]),
        ),
      ];
    }),
  );
}

/** The register of visit bills by its pages, filters and sums. */
function billReads(
  { visitBillsList, visitBillTotals }: Tickets,
  admin: ActorOf<"admin">,
  { center, after }: { center: string; after: string },
): Record<string, () => Promise<unknown>> {
  const page = (narrowed: object) => () => visitBillsList.page(admin, { take: 10, ...narrowed });
  const ofCenter = { kind: "center" as const, centerId: center, sessionId: center };
  return {
    "the visit bills": page({}),
    "the visit bills, page 2,500": page({ after }),
    "the visit bills of a financial year": page({ year: "24-25" }),
    "the visit bills by supplier": page({ supplier: "center" }),
    "the visit bills by series": page({ center }),
    "the visit bills by number": page({ number: "GS/25-26/000007" }),
    "a center's visit bills": () => visitBillsList.page(ofCenter, {}),
    "the count of the visit bills": () => visitBillsList.count!(admin, {}),
    "the sums of a month's visit bills": () => visitBillTotals(admin, { from: fromNow(-30 * day) }),
    "the sums of all visit bills of centers": () => visitBillTotals(admin, { supplier: "center" }),
  };
}

/** More rows are not read in vain to find a page. */
const mostInVain = 10_000;

/**
 * EXPLAINs statements and counts what they should not do: read a big table whole, read many rows in vain, sort more
 * rows than `mostSorted`.
 */
export async function judged(name: string, queries: Statement[], mostSorted = 200): Promise<Measure> {
  const plans = [];
  for (const [text, params] of queries)
    plans.push((await pool().query(`explain (analyze, format json) ${text}`, params)).rows[0]["QUERY PLAN"][0]);
  const nodes = plans.flatMap((plan) => flat(plan.Plan as Node));
  const bad = nodes.filter(
    (node) =>
      (node["Node Type"] === "Seq Scan" && read(node) > 2_500) ||
      (node["Rows Removed by Filter"] ?? 0) * node["Actual Loops"] > mostInVain ||
      (node["Node Type"].includes("Sort") && node.Plans!.some((child) => child["Actual Rows"] > mostSorted)),
  );
  const words = nodes.map((node) =>
    [node["Node Type"], node["Index Name"] ?? node["Relation Name"]].filter(Boolean).join(" "),
  );
  const ms = plans.reduce((sum, plan) => sum + plan["Execution Time"], 0);
  return {
    part: "plans",
    what: `EXPLAIN ${name}: whole scans, rows in vain, big sorts`,
    value: bad.length,
    unit: "",
    better: "less",
    target: 0,
    note: `${ms.toFixed(1)} ms: ${[...new Set(words)].join(", ")}`,
  };
}

const read = (node: Node) => node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0);

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

type Statement = [text: string, params: unknown[]];

/** The longest statement about requests or offers that a function sends, with its parameters: a list's query. */
const longest = async (ask: () => Promise<unknown>): Promise<Statement> =>
  (await statements(ask)).toSorted(([a], [b]) => b.length - a.length)[0]!;

/** A list is counted up to this number; rows of two tables may be sorted for it. */
const mostCounted = 10_001;
/** A technician's newest requests are sorted for its mean rating. */
const mostOfOne = 5_000;
const ofLists = /from (tickets|broadcasts|rides) /;
const reads = /^\s*(select|with)\s/i;

/** Every statement about requests or offers, or all that match `wanted`, that a function sends, with its parameters. */
export async function statements(ask: () => Promise<unknown>, wanted = ofLists): Promise<Statement[]> {
  const captured: Statement[] = [];
  const client = await pool().connect();
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  client.release();
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [first, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    captured.push(typeof first === "string" ? [first, values ?? []] : [first.text, first.values ?? values ?? []]);
    return query.apply(this, args);
  };
  try {
    await unitOfWork(ask);
  } finally {
    prototype.query = query;
  }
  return captured.filter(([text]) => wanted.test(text));
}
