import type { z } from "zod";
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
export async function askForPlan({ services, prices: priced, centers }: Readiness, ask: Ask): Promise<SetupPlan> {
  const names =
    services.active > 0
      ? []
      : byComma((await ask("Services people can book [AC REPAIR, PLUMBING]: ")) || "AC REPAIR, PLUMBING");
  const amounts: Record<string, number> = {};
  if (!priced)
    for (const [name, words, usual] of prices)
      amounts[name] = await usable(ask, `${words}, in rupees [${usual}]: `, PlannedPrices.shape[name], String(usual));
  const center = centers.active > 0 ? undefined : await firstCenter(ask, names);
  return SetupPlan.parse({
    services: names.map((serviceName) => ({ serviceName })),
    ...(!priced && { prices: amounts }),
    centers: center ? [center] : [],
  });
}

const byComma = (answer: string) => answer.split(",").flatMap((name) => name.trim() || []);

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
