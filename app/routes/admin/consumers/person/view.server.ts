import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import type { Admin } from "#app/parts/lists/desk-list.server.ts";
import { erasurePreview, moneyLines, personPage } from "#modules/consumers/index.ts";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { idSaying, lenient } from "#modules/kernel/validation.ts";
import { answersIn } from "#modules/tickets/index.ts";

/** What may be done with a customer, as dialogs of the address. */
const personActs = ["reveal", "export", "erase"] as const;

export const PersonQuery = z.object({
  id: idSaying("error.notFound"),
  act: lenient(z.enum(personActs)),
  money: lenient(z.enum(moneyLines.map(String)).transform(Number)),
});

/** A customer's page, and the open dialog as far as this admin may do what it asks. */
export async function personView(admin: Admin, { id, act, money }: z.output<typeof PersonQuery>, { locale }: Door) {
  const page = await personPage(admin, id, money).catch((error) => {
    throw error instanceof DomainError && error.kind === "missing" ? missing("error.notFound") : error;
  });
  const { person, mayReveal, mayErase } = page;
  const open = person && (act === "reveal" ? mayReveal : mayErase) ? (act ?? null) : null;
  const requests = page.requests && {
    ...page.requests,
    rows: page.requests.rows.map(({ feedback, ...request }) => ({
      ...request,
      feedback: feedback && { ...feedback, answers: answersIn(feedback.answers, locale) },
    })),
  };
  return { ...page, requests, act: open, preview: open === "erase" ? await erasurePreview(admin, id) : null };
}
export type PersonView = Awaited<ReturnType<typeof personView>>;
