import { expect, test } from "vitest";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import type { PageKeys } from "#app/ui/list/opened-list-island.ts";
import { fromNow, minute } from "#modules/kernel/clock.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aTicket } from "#modules/testing/factories.ts";
import { loader } from "./page.ts";

openDatabase();

test("a list's pages follow each other both ways, narrowed as the list is, for who may see it", async () => {
  const made = [];
  for (let at = 0; at < 12; at++) made.push(await aTicket({ createdAt: fromNow(-at * minute), city: "Kochi" }));
  await aTicket({ city: "Pune" });
  const ids = made.map(({ publicId }) => publicId);
  const cookie = await aDesk(["view_pending_ticket"]);
  const answer = (query: string, list = "pending-requests") => loader(doorArgs(`/lists/${list}/page?${query}`, cookie));
  const pageAt = async (query: string) => (await answer(`city=kochi&take=10${query}`)).json() as Promise<PageKeys>;

  const first = await pageAt("");
  expect(first).toMatchObject({ ids: ids.slice(0, 10), previous: null });
  const second = await pageAt(`&after=${first.next}`);
  expect(second).toMatchObject({ ids: ids.slice(10), next: null });
  expect(await pageAt(`&before=${second.previous}`)).toMatchObject({ ids: ids.slice(0, 10), previous: null });
  const oldestFirst = await pageAt("&order=oldest");
  expect(oldestFirst.ids).toEqual(ids.slice(2).reverse());

  expect((await answer("take=10", "requests")).status).toBe(403);
  expect((await answer("take=10", "nothing")).status).toBe(404);
  expect((await answer("take=100000&after=nonsense")).status).toBe(200);
});
