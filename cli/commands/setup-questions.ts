import { existsSync } from "node:fs";
import type { z } from "zod";
import { usualRoles } from "#modules/access/index.ts";
import { PlannedCenter, PlannedPrices, type Readiness, SetupPlan } from "#modules/installation/index.ts";
import { isMessageKey, say } from "#modules/messages/index.ts";

/** Asks a person one question and returns the answer. */
export type Ask = (question: string) => Promise<string>;

/** The five prices, and what is in force until somebody sets them, in rupees. */
const prices: readonly [keyof PlannedPrices, string, number][] = [
  ["request_booking_amount", "What a customer pays to book", 99],
  ["subscribed_user_ticket_amount", "What a center with a subscription pays for a request", 49],
  ["unsubscribed_user_ticket_amount", "What a center without one pays for a request", 99],
  ["annual_subscription", "A year's subscription", 2999],
  ["first_installment", "Its first installment", 999],
];

const details = [
  ["phone", "Its phone, 10 digits"],
  ["addressLine", "Its address"],
  ["city", "City"],
  ["state", "State"],
  ["pincode", "Pincode"],
] as const;

/**
 * A plan for what is missing, from a person's answers. An empty answer takes what stands in brackets; an answer that
 * cannot be used is asked for again, with the reason.
 */
export async function askForPlan(
  { services, prices: priced, roles, centers }: Readiness,
  ask: Ask,
): Promise<SetupPlan> {
  const names =
    services.active > 0
      ? []
      : byComma((await ask("Services people can book [AC REPAIR, PLUMBING]: ")) || "AC REPAIR, PLUMBING");
  const pictured: { serviceName: string; picture?: string }[] = [];
  for (const serviceName of names) pictured.push({ serviceName, ...(await pictureOf(serviceName, ask)) });
  const amounts: Record<string, number> = {};
  if (!priced)
    for (const [name, words, usual] of prices)
      amounts[name] = await usable(ask, `${words}, in rupees [${usual}]: `, PlannedPrices.shape[name], String(usual));
  const chosen = roles > 0 ? [] : await rolesToBegin(ask);
  const center = centers.active > 0 ? undefined : await firstCenter(ask, names);
  return SetupPlan.parse({
    services: pictured,
    ...(!priced && { prices: amounts }),
    roles: chosen,
    centers: center ? [center] : [],
  });
}

const byComma = (answer: string) => answer.split(",").flatMap((name) => name.trim() || []);

/** The file of a service's picture; none when the answer is empty. */
async function pictureOf(serviceName: string, ask: Ask): Promise<{ picture?: string }> {
  const question = `The file with a picture of ${serviceName} [none yet]: `;
  for (let words = question; ; ) {
    const picture = (await ask(words)).trim();
    if (!picture) return {};
    if (existsSync(picture)) return { picture };
    words = `There is no file ${picture}\n${question}`;
  }
}

const nobody = "-";

/** The roles for people who may not do everything, by the names of the usual ones. */
async function rolesToBegin(ask: Ask): Promise<SetupPlan["roles"]> {
  const known = usualRoles.map(({ roleName }) => roleName).join(", ");
  const question = `Roles for people who may not do everything, ${nobody} for none [${known}]: `;
  for (let words = question; ; ) {
    const answer = (await ask(words)).trim();
    if (answer === nobody) return [];
    const named = byComma(answer || known).map((name) => name.toLowerCase());
    const chosenRoles = usualRoles.filter(({ roleName }) => named.includes(roleName.toLowerCase()));
    if (chosenRoles.length === new Set(named).size) return chosenRoles;
    words = `Only ${known} can be chosen here; others are made at /add-role\n${question}`;
  }
}

/** The first center; none when its name is left empty. */
async function firstCenter(ask: Ask, services: string[]): Promise<object | undefined> {
  const centerName = await ask("The name of the first center [none yet]: ");
  if (!centerName.trim()) return undefined;
  const center: Record<string, unknown> = { centerName };
  for (const [name, words] of details) center[name] = await usable(ask, `${words}: `, PlannedCenter.shape[name]);
  const usual = services.join(", ");
  center.services = byComma((await ask(`Its services, the main one first${usual && ` [${usual}]`}: `)) || usual);
  return center;
}

/** Asks until the answer fits; an empty one counts as `usual`. */
async function usable<S extends z.ZodType>(ask: Ask, question: string, schema: S, usual = ""): Promise<z.output<S>> {
  for (let words = question; ; ) {
    const read = schema.safeParse((await ask(words)).trim() || usual);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    const why = issue && isMessageKey(issue.message) ? say(issue.message) : "That cannot be used";
    words = `${why}\n${question}`;
  }
}
