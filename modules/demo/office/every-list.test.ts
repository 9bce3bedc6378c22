import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import * as access from "#modules/access/index.ts";
import * as catalog from "#modules/catalog/index.ts";
import * as centers from "#modules/centers/index.ts";
import * as consumers from "#modules/consumers/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, fromNow, istDate } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { AnyList } from "#modules/kernel/lists/list.server.ts";
import * as notifications from "#modules/notifications/index.ts";
import * as reports from "#modules/reports/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { openTill } from "#modules/testing/payments.ts";
import * as tickets from "#modules/tickets/index.ts";
import * as wallet from "#modules/wallet/index.ts";
import { fixedId } from "../fixed-id.ts";
import { seedDemo } from "../seed-demo.ts";
import { demoAdmin, demoCenter } from "./actors.ts";

openDatabase();
const till = openTill();

/* The demo shows the whole back office: each list of each console has rows. */

const isList = (value: unknown): value is AnyList =>
  typeof value === "object" && value !== null && "page" in value && "columns" in value && "filter" in value;
const lists = Object.entries({ access, catalog, centers, consumers, notifications, reports, tickets, wallet }).flatMap(
  ([module, exported]) =>
    Object.values(exported as Record<string, unknown>)
      .filter(isList)
      .map((list) => ({ called: `${module} ${list.name}`, list })),
);

const onboarder: Actor = {
  kind: "onboarder",
  onboarderId: fixedId("onboarder"),
  sessionId: fixedId("session:onboarder"),
};

/** Who sees a list that is no admin's. */
const readers: Record<string, Actor> = {
  "centers onboarded-centers": onboarder,
  "reports onboarder-demand": onboarder,
  "centers technicians": demoCenter("INA0001"),
  "tickets created-tickets": demoCenter("INA0003"),
  "tickets offers": demoCenter("INA0001"),
  "tickets tickets": demoCenter("INA0002"),
  "wallet wallet-statement": demoCenter("INA0001"),
  "wallet transactions": demoCenter("INA0001"),
};
const yesterday = () => istDate(fromNow(-day));
/** The filter of a list that has no rows without one. */
const filters = (): Record<string, object> => ({
  "centers centers-to-edit": { search: "Residency" },
  "wallet close-rows": { day: yesterday() },
});

beforeAll(async () => {
  await seedDemo();
  await till.work();
});

test("each list of each console has rows", async () => {
  const admin = await demoAdmin("superadmin");
  expect(lists.length).toBeGreaterThan(30);
  const without: string[] = [];
  for (const { called, list } of lists) {
    const filter = list.filter.parse(filters()[called] ?? {});
    const page = await list.page(readers[called] ?? admin, { ...filter, take: 1 });
    if (page.rows.length === 0) without.push(called);
  }
  expect(without).toEqual([]);
});

test("its banner is shown, one center's papers wait for an operator, another's first is verified", async () => {
  const admin = await demoAdmin("superadmin");
  expect(await catalog.allBanners(admin)).toHaveLength(1);
  const papersOf = async (qrId: string) => {
    const held = await centers.heldDocuments(admin, { kind: "center", id: demoCenter(qrId).centerId });
    return held.documents.map(({ value, status }) => `${value} ${status}`).toSorted();
  };
  expect(await papersOf("INA0001")).toEqual(["aadhar_back PENDING", "aadhar_front PENDING", "pan PENDING"]);
  expect(await papersOf("INA0004")).toEqual(["aadhar_back NONE", "aadhar_front VERIFIED", "pan NONE"]);
});

test("its offers are in every state; a penalty, a refund and an amount wait for a decision", async () => {
  const states = await rows<{ status: string }>(sql`select distinct status from broadcasts order by 1`);
  expect(states.map(({ status }) => status)).toEqual([
    "ACCEPTED",
    "CLOSED",
    "PENDING",
    "REJECTED",
    "RESERVED",
    "TAKEN",
  ]);
  const finance = await demoAdmin("finance2");
  const decisions = await wallet.adjustmentsList.page(finance, { shown: "toDecide", take: 10 });
  expect(decisions.rows.map(({ kind, state, objection }) => [kind, state, objection]).toSorted()).toEqual([
    ["Penalty", "DONE", "OPEN"],
    ["Refund", "WAITING", null],
    ["Wallet Added", "WAITING", null],
  ]);
});

test("yesterday is to be closed, with what somebody took in elsewhere; an earlier day is closed", async () => {
  const finance = await demoAdmin("finance");
  const facts = (date: string) => wallet.closeDayFacts(finance, { day: date });
  expect(await facts(yesterday())).toMatchObject({ state: "open", differences: 1, capturedPaise: 448_00 });
  expect(await facts(istDate(fromNow(-4 * day)))).toMatchObject({ state: "closed", differences: 0 });
});

test("its ledger holds, and the centers people sign in with keep their money", async () => {
  expect(await wallet.ledgerFaults()).toEqual([]);
  for (const qrId of ["INA0001", "INA0002", "INA0003", "INA0009"])
    expect(await wallet.walletBalance(demoCenter(qrId).centerId)).toBe(50_000);
});

test("nothing of it lies in the future, and each request's history is in the order of its times", async () => {
  const late = await rows(sql`select from history where at > ${fromNow(0)}`);
  expect(late).toEqual([]);
  const turned = await rows(
    sql`select * from (select at, lag(at) over (partition by subject, subject_id order by id) as before, actor_kind
       from history where subject = 'ticket' and actor_kind <> 'system:demo') each where at < before`,
  );
  expect(turned).toEqual([]);
});
