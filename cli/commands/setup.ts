import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import type { Done, Readiness, SetupPlan } from "#modules/installation/index.ts";
import { withPreparedDatabase } from "../embedded/database.ts";
import { house } from "../house.ts";
import { Failed, type GlobalOptions, painted, show, UsageError } from "../run.ts";
import { askForPlan } from "./setup-questions.ts";

/** One thing a first booking needs; `look` is in order, but its advice should still be read. */
type Step = { step: string; ok: boolean; look?: boolean; found: string; advice?: string };

/**
 * `setup [file]`: brings the installation to a plan, from a JSON file or from answers, and says what a first booking
 * still needs. Repeated it changes nothing; without a file and without a terminal it only says what is missing.
 */
export async function setup(options: GlobalOptions & { dryRun?: boolean }, file?: string) {
  const { readiness, setUp, tryPaymentKeys } = await import("#modules/installation/index.ts");
  const { gateway } = await import("#modules/wallet/index.ts");
  const filePlan = file === undefined ? undefined : await planIn(file);
  await withPreparedDatabase(async () => {
    const plan = filePlan ?? (options.dryRun ? undefined : await planFromAnswers(await readiness(), options));
    if (options.dryRun && plan) return show({ wouldSetUp: counts(plan) }, `would set up ${inWords(plan)}`, options);
    const done: Done[] = [];
    // Pictures stand beside the plan; those that were answered are named from where the command runs.
    const folder = file === undefined ? process.cwd() : path.dirname(path.resolve(file));
    if (plan) for await (const each of setUp(house(), plan, (name) => path.resolve(folder, name))) done.push(each);
    const payments = await tryPaymentKeys(house());
    const steps = stepsOf(await readiness(), payments, gateway.variables.keys);
    const ok = steps.every((step) => step.ok);
    show({ ok, done, steps }, [...done.map(lineOf), ...steps.map((step) => marked(step, options))].join("\n"), options);
    if (!ok) throw new Failed();
  });
}

const longestPlan = 5 * 1024 * 1024;

/** The plan in a file; every mistake in it is said before anything is done. */
async function planIn(file: string): Promise<SetupPlan> {
  if (!existsSync(file)) throw new UsageError(`there is no file ${file}`);
  const text = readFileSync(file, "utf8");
  if (text.length > longestPlan) throw new UsageError(`${file} is longer than 5 MB`);
  const { SetupPlan } = await import("#modules/installation/index.ts");
  const { say, isMessageKey } = await import("#modules/messages/index.ts");
  const read = SetupPlan.safeParse(parsed(text, file));
  if (!read.success) {
    const wrong = read.error.issues.map(
      ({ path: at, message }) => `${at.join(".") || "the plan"}: ${isMessageKey(message) ? say(message) : message}`,
    );
    throw new UsageError(`${file} cannot be used:\n${wrong.join("\n")}`);
  }
  for (const { serviceName, picture } of read.data.services) {
    const at = picture && path.resolve(path.dirname(file), picture);
    if (at && !existsSync(at)) throw new UsageError(`the picture of ${serviceName} is not there: ${at}`);
  }
  return read.data;
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${(error as Error).message}`);
  }
}

async function planFromAnswers(ready: Readiness, { input }: GlobalOptions): Promise<SetupPlan | undefined> {
  if (!input || !process.stdin.isTTY) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await askForPlan(ready, (question) => lines.question(question));
  } finally {
    lines.close();
  }
}

const counts = ({ services, vehicles, prices, visitCharges, roles, centers }: SetupPlan) => ({
  services: services.length,
  vehicles: vehicles.length,
  prices: prices ? 1 : 0,
  visitCharges: visitCharges.length,
  roles: roles.length,
  centers: centers.length,
});

const inWords = (plan: SetupPlan) => {
  const { services, vehicles, prices, visitCharges, roles, centers } = counts(plan);
  return `${services} services, ${vehicles} vehicles, ${prices ? "the five prices" : "no prices"}, ${visitCharges} visit charges, ${roles} roles and ${centers} centers`;
};

const lineOf = ({ what, name, change }: Done) => `${change.padEnd(8)}${what} ${name}`;

function marked({ step, ok, look, found, advice }: Step, options: GlobalOptions) {
  const mark = !ok
    ? painted("red", "missing", options)
    : painted(look ? "yellow" : "green", look ? "look   " : "ok     ", options);
  return `${mark} ${step.padEnd(10)}${found}${(ok && !look) || !advice ? "" : `\n${" ".repeat(18)}→ ${advice}`}`;
}

const fileAdvice = "name them in a plan: npm run cli -- setup plan.json (docs/operations.md shows one)";

/** What a first booking needs, in the order in which it is done. */
function stepsOf(ready: Readiness, payments: string | undefined, keys: readonly string[]): Step[] {
  const { superAdmins, services, prices, roles, centers, messageProblems } = ready;
  return [
    {
      step: "admin",
      ok: superAdmins > 0,
      found: `${superAdmins} SUPER_ADMIN who can sign in`,
      advice: "npm run cli -- admin create --username asha --name 'Asha Rao'",
    },
    {
      step: "services",
      ok: services.active > 0,
      look: services.withPicture < services.active,
      found: `${services.active} can be booked, ${services.withPicture} of them with a picture`,
      advice: services.active > 0 ? "a picture shows people what they book" : fileAdvice,
    },
    {
      step: "prices",
      ok: true,
      look: !prices,
      found: prices
        ? "the five prices are set"
        : "nobody set the five prices: ₹99, ₹49, ₹99, ₹2,999 and ₹999 are in force",
      advice: "set them in a plan",
    },
    {
      step: "roles",
      ok: true,
      look: roles === 0,
      found: `${roles} roles for admins who may not do everything`,
      advice: "name them in a plan before more people work here",
    },
    {
      step: "centers",
      ok: centers.offered > 0,
      found: `${centers.active} active, ${centers.offered} of them are offered requests`,
      advice: "name the first one in a plan, or let it register itself at /registration",
    },
    {
      step: "messages",
      ok: messageProblems.length === 0,
      found: messageProblems.length === 0 ? "every template can be delivered" : messageProblems.slice(0, 3).join("; "),
      advice:
        "npm run --silent cli -- messages templates shows the texts to register; then DLT_REGISTER and MSG91_TEMPLATES",
    },
    {
      step: "payments",
      ok: payments === undefined,
      found: payments ?? "the provider took an order of ₹1 that nobody pays",
      advice: `${keys.join(" and ")}; in the sandbox the web process must run, because it is the provider`,
    },
  ];
}
