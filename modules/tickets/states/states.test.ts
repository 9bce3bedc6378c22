import { sql } from "kysely";
import { expect, test } from "vitest";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { ticketStatuses } from "../labels.ts";
import { hasEnded, isLive, isSettled } from "./states.ts";
import { hasEndedSql, hasNotEndedSql, isLiveSql, isOpenSql, isSettledSql } from "./states-sql.ts";

openDatabase();

/* What a status says of a request's life. */

const readings = ticketStatuses.map((status) => ({
  status,
  live: isLive({ status }),
  ended: hasEnded({ status }),
  settled: isSettled({ status }),
}));

test("a request on hold is neither live nor ended, and a refused one has ended and is not settled", () => {
  const statusesThat = (reading: "live" | "ended" | "settled") =>
    readings.filter((each) => each[reading]).map(({ status }) => status);
  expect(statusesThat("live")).toEqual(["PENDING", "ACCEPTED", "VERIFIED"]);
  expect(statusesThat("ended")).toEqual(["CLOSED", "CANCEL", "REJECT"]);
  expect(statusesThat("settled")).toEqual(["CLOSED", "CANCEL"]);
});

test("statements read a status as the verbs do", async () => {
  const inStatements = await rows(sql`
    select t.status, ${isLiveSql()} as live, ${hasEndedSql()} as ended, ${isSettledSql()} as settled,
           ${hasNotEndedSql()} as "notEnded", ${isOpenSql()} as open
      from unnest(${[...ticketStatuses]}::text[]) as t (status)`);
  expect(inStatements).toEqual(readings.map((each) => ({ ...each, notEnded: !each.ended, open: !each.settled })));
});
