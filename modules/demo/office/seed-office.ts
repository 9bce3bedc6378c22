import { seedContent } from "./content.ts";
import { seedDecisions } from "./decisions.ts";
import { seedPapers } from "./papers.ts";
import { seedPayments } from "./payments.ts";
import { seedWork } from "./work.ts";

/**
 * What the people of a new demo did in the last days, by the verbs of the product, in the running transaction: the back
 * office has something in each of its lists. Its jobs run when the worker starts.
 */
export async function seedOffice(serviceIds: ReadonlyMap<string, string>) {
  await seedContent();
  await seedWork(serviceIds);
  await seedPayments(serviceIds);
  await seedDecisions();
  await seedPapers();
}
