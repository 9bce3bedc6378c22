import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aDesk } from "#app/testing/a-desk.ts";
import { drawn } from "#app/testing/a-page.tsx";
import { freezeClock, fromIst, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter, aClient, aTicket } from "#modules/testing/factories.ts";
import * as all from "../all/route.tsx";
import * as newTickets from "../broadcasts/new-tickets.tsx";
import * as broadcasted from "../broadcasts/route.tsx";
import * as centersNewTickets from "../by-centers/new-tickets.tsx";
import * as notAssigned from "../by-centers/not-assigned.tsx";
import * as byCenters from "../by-centers/route.tsx";
import * as closed from "../closed/route.tsx";
import * as noService from "../no-service/route.tsx";
import * as ofClient from "../of-client/route.tsx";
import * as ofClients from "../of-clients/route.tsx";
import * as pending from "../pending/route.tsx";

openDatabase();

/* When a visit is wanted stands in every list of requests, whether it has a column there or not. */

const lists = {
  "/Tickets": all,
  "/pending-ticket": pending,
  "/close-ticket": closed,
  "/noService-ticket": noService,
  "/center-ticket": byCenters,
  "/center-ticket/new-tickets": centersNewTickets,
  "/center-ticket/not-assigned": notAssigned,
  "/b2b-ticket": ofClient,
  "/all-client-ticket": ofClients,
  "/admin-broadcast-tickets": newTickets,
  "/broad-casted-list": broadcasted,
};

beforeEach(async () => {
  freezeClock(fromIst("2026-11-25", "12:00"));
  await rows(sql`update tickets set deleted_at = now() where deleted_at is null`);
});
afterEach(resetClock);

/** A request of every list, of this wanted time. */
async function oneOfEach(wanted: { timePreferenceType: "SPECIFIC_DATE_AND_TIME"; specificDateTime: Date }) {
  const center = await aCenter();
  await aBroadcastTicket([center], wanted);
  await aTicket({ ...wanted, status: "CLOSED", closedAt: fromIst("2026-11-25", "11:00") });
  await aTicket({ ...wanted, serviceAvailable: false });
  await aTicket({ ...wanted, createdBy: "CENTER", createdByCenterId: center.id });
  await aTicket({ ...wanted, clientId: (await aClient()).id });
}

test("every list says the window of a visit, and the moment of one that is in none", async () => {
  const desk = await aDesk();
  const wordsOfLists = () =>
    Promise.all(
      Object.entries(lists).map(async ([path, page]) => {
        const { text } = await drawn(`${path}?days=all`, desk, [page]);
        return [path, text.match(/30 Nov[^A-Z]*/)?.[0]] as const;
      }),
    );
  await oneOfEach({
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: fromIst("2026-11-30", "16:00"),
  });
  for (const [path, words] of await wordsOfLists()) expect(words, path).toMatch(/^30 Nov, 4–6/);
  await rows(sql`update tickets set specific_date_time = ${fromIst("2026-11-30", "16:30")} where deleted_at is null`);
  for (const [path, words] of await wordsOfLists()) expect(words, path).toMatch(/^30 Nov(?: 2026)?, 4:30/);
});

test("a list that has a column of the wanted time has no second line of it but on a phone", async () => {
  const desk = await aDesk();
  await aTicket({ timePreferenceType: "WITHIN_24_HOURS" });
  const lines = async (address: string) => {
    const { html } = await drawn(address, desk, [all]);
    return html.match(/<small class="[^"]*"><svg[^>]*aria-label="Time preference"/)?.[0];
  };
  expect(await lines("/Tickets?days=all")).not.toContain("md:hidden");
  expect(await lines("/Tickets?days=all&chosen=1&cols=timePreference")).toContain("md:hidden");
});
