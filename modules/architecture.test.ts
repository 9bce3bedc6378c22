import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

/*
 * The rules of the architecture: who may import whom, which module owns which table, no import cycles. Each rule is
 * tested itself by a planted violation.
 */

/** The modules from left to right; a module may import only modules to its left. */
const order = [
  "messages",
  "kernel",
  "access",
  "catalog",
  "centers",
  "wallet",
  "tickets",
  "notifications",
  "reports",
  "consumers",
  "installation",
  "sandbox",
  "demo",
];
/** Modules all of whose files may be imported by modules to the right; of every other module only its public files. */
const open = ["messages", "kernel"];
const faces = ["index.ts", "shared.ts", "labels.ts"];
/** Files that only list the contents of their module; cycles through them are allowed. */
const listing = /^modules\/(\w+\/)?(index|jobs)\.ts$/;
/** The emulators implement the protocols of these adapters and share their types. */
const adapters = /^modules\/(wallet\/razorpay|notifications\/(providers|templates))\//;
/** Names that are not part of Remix's public API. */
const remixInternals =
  /\bUNSAFE_|@remix-run\/(router|server-runtime)|__remix|\b(staticHandlerContext|routeModules|serverHandoffStream|renderMeta|streamCache|assets\.routes)\b/;
/** What stands on the wire between Remix's server and its pages; the fuzz, which sends it, is outside of both. */
const remixWire = /x-remix-|\/_root\b|\\\.data\$/i;
const browserFolders = ["app/exchange/", "app/ui/", "app/islands/"];
/** Whether an actor acts for a client is answered in one place: an admin's role says nothing of its key. */
const clientsRole = /\.role [!=]== "CLIENT"/;
/** Text of a PDF set past the one function that chooses fonts. */
const pdfText = /import \{[^}]*\bText\b[^}]*\} from "@react-pdf\/renderer"/;
/** Texts taken without the language of the page. */
const ownLanguage = /import \{[^}]*(?<!type |\w)(say|locales)\b[^}]*\} from "#modules\/messages\/index\.ts"/;

/** The folders of the web from left to right; each may import only from those to its left. */
const webRooms = ["app/exchange/", "app/ui/", "app/islands/", "app/http/", "app/api/", "app/parts/", "app/routes/"];

/** The module that owns and writes each table. */
const tables: Record<string, string> = {
  kernel:
    "blobs bulk_acts bulk_rows exports history idempotency_keys list_views live_outbox rate_limits refused_forms restorations schedule_runs webhook_events",
  access:
    "admin_pending_sign_ins admin_recovery_codes admin_second_factors admins consumers otp_proofs otps password_resets roles sessions sign_in_tries visitor_phones",
  catalog: "banners blogs client_keys clients offers prices services vehicles visit_charges",
  centers:
    "absences center_appeals center_clients center_hours center_pincodes center_services centers desk_logins document_checks feedback_ratings geocodes holidays onboarders partner_qrs registrations technician_clients technician_hours technicians window_seats",
  wallet:
    "accounts adjustments close_days close_rows entries orders payments provider_items provider_settled refunds subscriptions transfers",
  tickets:
    "appointments arrivals booking_drafts broadcasts cases center_invoice_sequences fee_paper_buyers fee_paper_sequences fee_papers feedback_links feedbacks hand_backs invoice_buyers invoice_files invoice_sequences invoices match_reasons missed_visits need_pictures offer_uses outcome_answers outcome_links outcome_questions proposals remarks rides start_codes still_needed_questions technician_links ticket_pictures tickets time_changes upload_names upload_rows uploads usual_costs visit_alerts visit_decisions visit_rule_versions visit_rules waitlist",
  reports:
    "report_changes report_checks report_counters report_facts report_schedules report_wallet_changes report_wallet_days",
  notifications:
    "app_devices center_notices client_events feedback_reminders messages notification_recipients notification_sends notifications push_subscriptions webhook_deliveries webhook_endpoints",
  consumers: "erasures person_exports",
  demo: "seed_runs",
  sandbox: "sandbox_faults sandbox_orders sandbox_outbox sandbox_payments sandbox_refunds sandbox_settlements",
};
/** Tables that a later migration replaced. */
const retired = ["price_lists"];
const ownerOf = new Map(
  Object.entries(tables).flatMap(([module, names]) => names.split(" ").map((name) => [name, module])),
);

/** Permitted reads of another module's table, each with its reason; writes are never permitted. */
const reads: { from: string; tables: string; because: string }[] = [
  { from: "modules/access/admins/", tables: "clients", because: "an admin of a client is shown with its name" },
  { from: "modules/catalog/prices/", tables: "admins", because: "a change of a price names who made it" },
  {
    from: "modules/catalog/clients/",
    tables: "admins tickets",
    because: "a client with users or open requests is not deleted, and is shown with their number",
  },
  {
    from: "modules/centers/",
    tables: "services vehicles",
    because: "centers are shown with the names of what they do",
  },
  {
    from: "modules/tickets/",
    tables: "services vehicles",
    because: "a list joins names and prices, one query for all rows",
  },
  {
    from: "modules/tickets/",
    tables: "centers technicians partner_qrs",
    because: "a list joins who does the work, one query for all rows",
  },
  {
    from: "modules/tickets/day/",
    tables: "absences",
    because: "the board of a day says which technicians are away, one query for all",
  },
  {
    from: "modules/tickets/waiting/",
    tables: "center_pincodes center_services",
    because: "what waits in a center's service area is found oldest first, one query for a page of it",
  },
  {
    from: "modules/tickets/waitlist/",
    tables: "center_pincodes center_services",
    because: "who waits in a center's service area for what it does is found by one query for a page of them",
  },
  {
    from: "modules/notifications/",
    tables: "tickets broadcasts centers services client_keys",
    because: "a message is written from the request as it is when it goes out",
  },
  {
    from: "modules/notifications/tell/subscriptions.ts",
    tables: "sessions",
    because: "a browser is pushed to as long as its session lives",
  },
  {
    from: "modules/notifications/tell/devices.ts",
    tables: "sessions",
    because: "an app is pushed to as long as its session lives",
  },
  {
    from: "modules/notifications/tell/",
    tables: "consumers technicians",
    because: "a message goes to the phone and the apps its recipient has when it goes out",
  },
  {
    from: "modules/notifications/campaigns/",
    tables: "consumers technicians center_services",
    because:
      "the recipients of a notification are found by what they asked for or do, a statement for hundreds of them",
  },
  {
    from: "modules/notifications/webhooks/",
    tables: "clients",
    because: "an inactive client's endpoints are not sent to",
  },
  { from: "modules/wallet/policy.ts", tables: "centers", because: "an admin names the center whose money it is" },
  {
    from: "modules/wallet/orders/orders.ts",
    tables: "tickets",
    because: "an order names the request it was made for, whatever its module decides",
  },
  {
    from: "modules/wallet/ledger/customer-balance.ts",
    tables: "consumers tickets",
    because: "a balance is found by the phone of a booking or request in one query, with its other reads",
  },
  {
    from: "modules/wallet/ledger/ledger-faults.ts",
    tables: "tickets",
    because: "a fee that makes its request paid is compared with what was paid of it",
  },
  {
    from: "modules/wallet/manual/",
    tables: "tickets broadcasts centers admins consumers technicians",
    because: "what is moved by hand names its request, wallet and admins, one query for all rows",
  },
  {
    from: "modules/wallet/close/",
    tables: "tickets",
    because: "a payment of a day names its request, one query for all rows",
  },
  {
    from: "modules/wallet/desk/",
    tables: "tickets centers consumers technicians admins partner_qrs",
    because: "wallets and payments are listed with whose they are and what they were for, one query for all rows",
  },
  {
    from: "modules/wallet/statements/",
    tables: "tickets",
    because: "a movement names the request it was for, one query for all rows",
  },
  {
    from: "modules/centers/technicians/",
    tables: "tickets clients visit_decisions",
    because:
      "who still has open requests, or one whose end can be undone, is not deleted, and is shown with their number and the names of clients",
  },
  {
    from: "modules/centers/desk/",
    tables: "tickets broadcasts clients accounts",
    because: "operators see what a center did, and what stands in the way of deleting it",
  },
  {
    from: "modules/tickets/upload/",
    tables: "clients partner_qrs erasures",
    because: "the rows of a file name clients, QR codes and people erased since it was sent, a thousand at a time",
  },
  {
    from: "modules/consumers/",
    tables:
      "consumers tickets rides upload_rows accounts entries transfers adjustments orders refunds centers technicians onboarders clients admins",
    because: "a customer is shown with what their requests say, and found by a phone wherever it stands",
  },
  {
    from: "modules/sandbox/overview-page.ts",
    tables: "messages",
    because: "the sandbox shows what would have been sent",
  },
  {
    from: "modules/reports/",
    tables:
      "tickets transfers entries accounts services centers technicians partner_qrs clients ticket_pictures admins waitlist",
    because: "what is counted and filed is computed from the requests and their ledger, thousands in a statement",
  },
  {
    from: "cli/commands/doctor/",
    tables: "centers messages refunds schedule_runs",
    because: "it counts what waits for somebody",
  },
];

const root = path.resolve(import.meta.dirname, "..");

type Source = { file: string; text: string };

function sources(folder: string): Source[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sources(file);
    return /\.tsx?$/.test(file) ? [{ file, text: readFileSync(path.join(root, file), "utf8") }] : [];
  });
}

const importsOf = ({ file, text }: Source) =>
  [...text.matchAll(/^(?:import|export)\s[^;]*?from\s+"([^"]+)"|import\("([^"]+)"\)|^import\s+"([^"]+)"/gm)]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? "")
    .filter((target) => target.startsWith(".") || target.startsWith("#"))
    .map((target) => (target.startsWith("#") ? target.slice(1) : path.posix.join(path.posix.dirname(file), target)));

const moduleOf = (file: string) => /^modules\/([^/]+)\//.exec(file)?.[1];
const isTest = (file: string) => /\.test\.tsx?$|^modules\/testing\/|^(app|cli)\/testing\/|^app\/e2e\//.test(file);
const isBrowsers = (file: string) => browserFolders.some((folder) => file.startsWith(folder));

/** The violations of the rules in these sources, as sentences. */
function faults(all: Source[]): string[] {
  return all.filter(({ file }) => !isTest(file)).flatMap((source) => [...wrongImports(source), ...wrongActs(source)]);
}

function wrongImports(source: Source): string[] {
  const { file } = source;
  const own = moduleOf(file);
  const webRoom = webRooms.findIndex((room) => file.startsWith(room));
  return importsOf(source).flatMap((target) => {
    const other = moduleOf(target);
    const violations: string[] = [];
    if (isTest(target)) return [`${file} imports ${target}, which is for tests`];
    if (file.startsWith("modules/") && /^(app|cli)\//.test(target))
      violations.push(`${file} imports the door ${target}`);
    if (file.startsWith("app/") && target.startsWith("cli/")) violations.push(`${file} imports the command line`);
    if (file.startsWith("cli/") && target.startsWith("app/")) violations.push(`${file} imports the web`);
    if (own && other && own !== other && order.indexOf(other) > order.indexOf(own))
      violations.push(`${file} (${own}) imports ${target}, which stands to its right`);
    const throughFace =
      other &&
      (open.includes(other) ||
        faces.includes(path.posix.basename(target)) ||
        (own === "sandbox" && adapters.test(target)));
    if (other && other !== own && !throughFace && file !== "modules/index.ts" && !file.startsWith("migrations/"))
      violations.push(`${file} reaches past the face of ${other}: ${target}`);
    if (isBrowsers(file) && /\.server\.tsx?$|modules\/\w+\/index\.ts$/.test(target) && other !== "messages")
      violations.push(`${file} runs in the browser but imports ${target}`);
    if (webRoom >= 0 && webRooms.findIndex((room) => target.startsWith(room)) > webRoom)
      violations.push(`${file} imports ${target}, a room to its right`);
    // A screen's files are private to it; what two screens share belongs into parts.
    const screens = [file, target].map((one) => /^app\/routes\/\w+\/[\w-]+\//.exec(one)?.[0]);
    if (screens[0] && screens[1] && screens[0] !== screens[1])
      violations.push(`${file} takes ${target} out of another screen`);
    return violations;
  });
}

function wrongActs({ file, text }: Source): string[] {
  const violations: string[] = [];
  if (/\bprocess\.env\b/.test(text) && file !== "modules/kernel/env.server.ts")
    violations.push(`${file} reads process.env`);
  if (file.startsWith("modules/") && file.endsWith(".tsx")) violations.push(`${file}: modules hold no .tsx`);
  // A browser has the texts of its page's language alone, which `useSay` says.
  const browsersToo = isBrowsers(file) || /^app\/parts\/(?!.*\.server\.)|^modules\/\w+\/labels\.ts$/.test(file);
  if (browsersToo && file !== "app/ui/base/say.tsx" && ownLanguage.test(text))
    violations.push(`${file} says texts in a language of its choice`);
  if (pdfText.test(text) && file !== "modules/kernel/files/pdf.server.ts")
    violations.push(`${file} prints text itself; text() of pdf.server.ts does`);
  if (clientsRole.test(text) && file !== "modules/kernel/actor.ts")
    violations.push(`${file} asks for a role where it means an audience; audienceOf and isClient answer it`);
  const outside =
    /^modules\/(kernel\/outside|centers\/maps|wallet\/razorpay|notifications\/(providers|templates)|sandbox)\//;
  if (/(?<![.\w])fetch\(/.test(text) && file.startsWith("modules/") && !outside.test(file))
    violations.push(`${file} calls the outside; only the adapters may`);
  const knowsRemix = remixInternals.test(text) || (file.startsWith("app/") && remixWire.test(text));
  if (knowsRemix && file !== "app/http/process/remix-internals.ts")
    violations.push(`${file} knows Remix from inside; only remix-internals.ts does`);
  return [...violations, ...foreignTables({ file, text })];
}

/** SQL on tables another module owns: writes are never permitted, reads only as listed. */
function foreignTables({ file, text }: Source): string[] {
  if (/^(migrations|cli\/proofs|modules\/demo)\//.test(file)) return [];
  const own = moduleOf(file) ?? file.split("/")[0]!;
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const violations = new Set<string>();
  for (const { reads: isRead, table } of tablesNamed(code)) {
    const owner = ownerOf.get(table);
    if (!owner || owner === own || owner === "kernel") continue;
    const allowed = reads.some(({ from, tables: those }) => file.startsWith(from) && those.split(" ").includes(table));
    if (isRead) allowed || violations.add(`${file} reads ${table} of ${owner}`);
    else violations.add(`${file} writes ${table} of ${owner}`);
  }
  return [...violations];
}

const inSql = /\b(from|join|using|into|update|delete from|lock table)\s+(?:only\s+|lateral\s+)?([a-z_]+)\b/g;
/** The tables after the first one of `from a x, b y`. */
const listed = /\bfrom\s+[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?((?:\s*,\s*[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?)+)/g;
const composed = /\b(selectFrom|\w+Join|using|insertInto|updateTable|deleteFrom|mergeInto)\(\s*"([a-z_]+)/g;

/** The tables that SQL and composed queries of a source name, and whether they are read there. */
function tablesNamed(code: string): { reads: boolean; table: string }[] {
  const named = [...code.matchAll(inSql), ...code.matchAll(composed)].map(([, verb = "", table = ""]) => ({
    reads: /^(from|join|using|selectFrom|\w+Join)$/.test(verb),
    table,
  }));
  const more = [...code.matchAll(listed)].flatMap(([, rest = ""]) =>
    [...rest.matchAll(/,\s*([a-z_]+)/g)].map(([, table = ""]) => ({ reads: true, table })),
  );
  return [...named, ...more];
}

type Graph = Map<string, Set<string>>;

/** The sets of nodes that reach each other: each is a cycle. */
function circles(graph: Graph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack = [] as string[];
  const cycles = [] as string[][];
  const visit = (node: string) => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) cycles.push(circle.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return cycles;
}

/**
 * The folder of a file. A file directly in a module, in modules, app or cli stands for itself, and so does a folder's
 * `input.ts`, which its module's face shows to everybody.
 */
function roomOf(file: string) {
  const folder = path.posix.dirname(file);
  return /^(modules\/\w+|modules|app|cli)$/.test(folder) || /^modules\/\w+\/[\w-]+\/input\.ts$/.test(file)
    ? file
    : folder;
}

function graphOf(all: Source[], node: (file: string) => string): Graph {
  const graph: Graph = new Map();
  for (const source of all) {
    if (isTest(source.file) || listing.test(source.file)) continue;
    const from = node(source.file);
    const to = graph.get(from) ?? new Set();
    for (const target of importsOf(source)) if (!listing.test(target) && node(target) !== from) to.add(node(target));
    graph.set(from, to);
  }
  return graph;
}

const house = () => ["app", "modules", "cli", "migrations"].flatMap(sources);
const plant = (file: string, text: string) => faults([{ file, text }]);

test("the walls of the house stand", () => {
  expect(faults(house())).toEqual([]);
});

test("no file and no room goes round in a circle", () => {
  expect(circles(graphOf(house(), (file) => file))).toEqual([]);
  expect(circles(graphOf(house(), roomOf))).toEqual([]);
});

test("every table has one owner, and every read that is allowed is made", () => {
  const made = readdirSync(path.join(root, "migrations")).flatMap((file) => [
    ...readFileSync(path.join(root, "migrations", file), "utf8").matchAll(
      /create (?:unlogged )?table (?:if not exists )?"?(\w+)/g,
    ),
  ]);
  const there = made.map(([, name]) => name!).filter((name) => !retired.includes(name));
  expect(there.filter((name) => !ownerOf.has(name))).toEqual([]);
  const all = house();
  const unused = reads.flatMap(({ from, tables: those }) =>
    those
      .split(" ")
      .filter(
        (table) =>
          !all.some(
            ({ file, text }) => file.startsWith(from) && new RegExp(`\\b(from|join)\\s+${table}\\b`).test(text),
          ),
      )
      .map((table) => `${from} ${table}`),
  );
  expect(unused).toEqual([]);
});

describe("a planted violation is caught", () => {
  test.each([
    ["modules/kernel/a.ts", 'import { x } from "#modules/tickets/index.ts";'],
    ["modules/messages/a.ts", 'import { x } from "#modules/kernel/money.ts";'],
    ["modules/tickets/a.ts", 'import { x } from "../wallet/refunds/refund.ts";'],
    ["modules/tickets/a.ts", 'import { x } from "#app/ui/base/card.tsx";'],
    ["modules/tickets/a.ts", 'import { x } from "../testing/payments.ts";'],
    ["app/routes/a.tsx", 'import { x } from "#cli/run.ts";'],
    ["app/ui/list/a.tsx", 'import { em } from "#modules/kernel/db/db.server.ts";'],
    ["app/ui/list/a.tsx", 'import { x } from "#app/parts/tickets/words.ts";'],
    ["app/parts/tickets/a.tsx", 'import { x } from "#app/routes/center/tickets/list.tsx";'],
    ["app/ui/list/a.tsx", 'import { type Locale, say } from "#modules/messages/index.ts";'],
    ["modules/tickets/labels.ts", 'import { locales } from "#modules/messages/index.ts";'],
    ["app/routes/center/tickets/a.tsx", 'import { x } from "../payments/panel.tsx";'],
    ["modules/tickets/invoices/a.ts", 'import { Page, Text } from "@react-pdf/renderer";'],
    ["app/routes/a.tsx", "const url = process.env.DATABASE_URL;"],
    ["app/ui/shell/a.tsx", 'import { UNSAFE_RemixContext } from "@remix-run/react";'],
    ["app/http/request/a.ts", "const { matches } = context.staticHandlerContext;"],
    ["app/routes/center/a.tsx", 'door.headers.set("x-remix-reload-document", "true");'],
    ["app/server.ts", "const isData = /\\.data$/.test(path);"],
    ["app/server.ts", "const split = { ...build, assets: { ...build.assets, routes: some(build.assets.routes) } };"],
    ["modules/wallet/a.ts", 'await fetch("https://pay.example");'],
    ["modules/tickets/lists/a.ts", 'if (actor.kind === "admin" && actor.role === "CLIENT") return null;'],
    ["modules/wallet/a.ts", 'import { book } from "#modules/tickets/index.ts";'],
    ["modules/wallet/a.ts", "rows(`select 1 from otps`)"],
    ["modules/tickets/lists/a.ts", "rows(`select 1 from tickets t join accounts a on a.center_id = t.center_id`)"],
    ["modules/tickets/a.ts", "rows(`update centers set name = ''`)"],
    ["app/routes/public/a.tsx", "rows(`delete from tickets`)"],
    ["modules/wallet/a.ts", "rows(`select 1 from accounts a, otps o`)"],
    ["modules/wallet/a.ts", "rows(`delete from accounts a using otps o where true`)"],
    ["modules/wallet/a.ts", 'kysely().selectFrom("orders").innerJoin("otps", "phone", "phone")'],
    ["modules/wallet/a.ts", 'kysely().updateTable("centers as c").set({ name: "" })'],
  ])("%s: %s", (file, text) => {
    expect(plant(file, text)).toHaveLength(1);
  });

  test("a circle of two files, and of two rooms whose files make none", () => {
    const files = [
      { file: "modules/wallet/a/x.ts", text: 'import "../b/y.ts";' },
      { file: "modules/wallet/b/y.ts", text: 'import "../a/x.ts";' },
    ];
    expect(circles(graphOf(files, (file) => file))).toHaveLength(1);
    const rooms = [
      { file: "modules/wallet/a/x.ts", text: 'import "../b/y.ts";' },
      { file: "modules/wallet/b/z.ts", text: 'import "../a/w.ts";' },
    ];
    expect(circles(graphOf(rooms, (file) => file))).toEqual([]);
    expect(circles(graphOf(rooms, roomOf))).toHaveLength(1);
  });
});

test("a file fits a few screens; only catalogues of texts and data are longer", () => {
  const lists = /^modules\/messages\/|^modules\/catalog\/shared\.ts$|\.test\.tsx?$|^app\/e2e\//;
  const long = house()
    .filter(({ file }) => !lists.test(file))
    .map(({ file, text }) => ({ file, lines: text.split("\n").length }))
    .filter(({ lines }) => lines > 400);
  expect(long).toEqual([]);
});

test("a folder can be looked over: no more than 25 sources in one, tests and texts apart", () => {
  const count = new Map<string, number>();
  for (const { file } of house())
    if (!isTest(file) && !file.startsWith("migrations/") && !/^modules\/messages\//.test(file))
      count.set(path.posix.dirname(file), (count.get(path.posix.dirname(file)) ?? 0) + 1);
  expect([...count].filter(([, files]) => files > 25)).toEqual([]);
});

/** What programs load by its name; tests may import it as well. */
const loadedByName = /^(app\/(routes\/|(root|routes|entry\.server)\.tsx?$)|cli\/main\.ts$|migrations\/)/;

/** The files outside of the tests' folders that nothing but tests imports. */
function forTestsAlone(all: Source[]): string[] {
  const imports = all.flatMap((source) => importsOf(source).map((target) => ({ target, by: source.file })));
  const importers = Map.groupBy(imports, ({ target }) => target);
  return all.flatMap(({ file }) => {
    const by = importers.get(file)?.map((each) => each.by) ?? [];
    const isTests = by.length > 0 && by.every(isTest);
    return isTests && !isTest(file) && !loadedByName.test(file) ? [`${file} is for ${by[0]} alone`] : [];
  });
}

test("what only tests use stands in a folder of the tests", () => {
  expect(forTestsAlone(house())).toEqual([]);
  const planted = [
    { file: "modules/kernel/work/proof.ts", text: "" },
    { file: "modules/kernel/work/proof.test.ts", text: 'import { run } from "./proof.ts";' },
  ];
  expect(forTestsAlone(planted)).toEqual([
    "modules/kernel/work/proof.ts is for modules/kernel/work/proof.test.ts alone",
  ]);
});

test("there is no drawer: no folder or file named utils, helpers, common, lib or misc", () => {
  const drawers = house().filter(({ file }) => /(^|\/)(utils?|helpers?|common|lib|misc)(\/|\.)/i.test(file));
  expect(drawers.map(({ file }) => file)).toEqual([]);
});
