import { expect, test } from "vitest";
import { aDesk } from "#app/testing/a-desk.ts";
import { drawn } from "#app/testing/a-page.tsx";
import { freezeClock, fromIst, resetClock } from "#modules/kernel/clock.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aTicket } from "#modules/testing/factories.ts";
import * as all from "../all/route.tsx";

openDatabase();

test("the card of a request on a phone has its time, and its day unless it is of today", async () => {
  freezeClock(fromIst("2026-11-25", "12:00"));
  await aTicket({ createdAt: fromIst("2026-11-25", "09:30") });
  await aTicket({ createdAt: fromIst("2026-11-23", "17:05") });
  const { html } = await drawn("/Tickets", await aDesk(), [all]);
  const times = [...html.matchAll(/<span [^>]*data-sum=""[^>]*><small>([^<]*)<\/small>/g)].map(
    ([, timeText]) => timeText,
  );
  expect(times).toEqual(["9:30 am", "23 Nov, 5:05 pm"]);
  resetClock();
});
