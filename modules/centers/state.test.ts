import { sql } from "kysely";
import { expect, test } from "vitest";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type Locale, say } from "#modules/messages/index.ts";
import { asOwner, openDatabase } from "#modules/testing/database.ts";
import { aCenter, aDriver, aPincode, aService, asAdmin, qrOf } from "#modules/testing/factories.ts";
import { ACentersStateHasTheSpecifiedNumber } from "../../migrations/20261221000701-a-centers-state-has-the-specified-number.ts";
import { isRestricted } from "./appeals/appeal.ts";
import { centersOfPincode } from "./center/candidates.ts";
import type { Center } from "./center/center.entity.ts";
import { driverOf } from "./center/driver.ts";
import { codeOf, partnerOf } from "./center/partner.ts";
import { getCenter } from "./center/queries.ts";
import { mayLogIn } from "./center/sign-in.ts";
import { centersList } from "./desk/centers-list.ts";
import { qrPoster } from "./documents/poster.ts";
import { centerStateWord, onboardedStateWord } from "./labels.ts";
import { placeOfPincode } from "./maps/place-of-pincode.ts";
import { centerState, type ListedState, listedStates } from "./state.ts";

openDatabase();

const { ACTIVE, IN_ACTIVE, DRAFTED, DELETED } = centerState;
const rejectionReason = "No licence";

type Case = [
  words: string,
  state: Pick<Center, "isActive"> & Partial<Pick<Center, "rejectionReason">>,
  is: { candidate: boolean; partner: boolean; listed: ListedState[] },
];

/** What a center in each state is: a candidate for requests, a partner of the house, and listed for operators. */
test.each<Case>([
  ["ACTIVE", { isActive: ACTIVE }, { candidate: true, partner: true, listed: ["ACTIVE"] }],
  ["IN_ACTIVE", { isActive: IN_ACTIVE }, { candidate: false, partner: true, listed: ["IN_ACTIVE"] }],
  ["rejected", { isActive: IN_ACTIVE, rejectionReason }, { candidate: false, partner: false, listed: ["IN_ACTIVE"] }],
  ["DRAFTED", { isActive: DRAFTED }, { candidate: false, partner: false, listed: ["DRAFTED"] }],
  ["DELETED", { isActive: DELETED }, { candidate: false, partner: false, listed: [] }],
  [
    "DELETED after it was rejected",
    { isActive: DELETED, rejectionReason },
    { candidate: false, partner: false, listed: [] },
  ],
])("R381 what a center may that is %s", async (_words, state, { candidate, partner, listed }) => {
  const pincode = aPincode();
  const service = await aService();
  const center = await aCenter({
    ...state,
    services: [service],
    pincodes: [pincode],
    city: "Mysuru",
    state: null,
  });
  const driver = await aDriver(state);
  const { qrId } = await qrOf(center);

  expect((await centersOfPincode(pincode, { serviceId: service.id })).length > 0).toBe(candidate);
  expect((await partnerOf(qrId)) !== undefined).toBe(partner);
  expect((await codeOf(qrId))!.credits).toBe(partner);
  expect((await driverOf(driver.id)) !== undefined).toBe(partner);
  expect((await placeOfPincode(pincode)).city).toBe(partner ? "Mysuru" : null);
  const poster = qrPoster(asAdmin(), { qrId, size: "A4", dryRun: true });
  expect(await poster.then(() => true).catch(() => false)).toBe(partner);

  if (listed.length > 0) {
    const row = await getCenter(center.id);
    expect([mayLogIn(row), isRestricted(row)]).toEqual([partner, !candidate]);
    expect(mayLogIn({ ...row, loginDisabled: true })).toBe(false);
  } else await expect(getCenter(center.id)).rejects.toMatchObject({ key: "center.notFound" });

  const at = { after: undefined, before: undefined, take: 5, search: qrId };
  const searchIds = (status?: ListedState) =>
    centersList.page(asAdmin(), { ...at, status }).then((page) => page.rows.map(({ id }) => id));
  expect(await searchIds()).toEqual(listed.map(() => center.id));
  for (const status of listedStates)
    expect(await searchIds(status)).toEqual(listed.includes(status) ? [center.id] : []);
});

test("R381 each listed state has its word, the specified one in the operators' console", () => {
  const words = (word: typeof centerStateWord, locale: Locale) =>
    listedStates.map((name) => say(word(centerState[name]), {}, locale));
  for (const locale of ["en", "hi"] as const) expect(words(centerStateWord, locale)).toEqual([...listedStates]);
  expect(words(onboardedStateWord, "en")).toEqual(["Active", "Inactive", "Draft"]);
  expect(words(onboardedStateWord, "hi")).toEqual(["सक्रिय", "निष्क्रिय", "ड्राफ़्ट"]);
});

test("a rejection has a reason, and is of no ACTIVE or DRAFTED center; other numbers are no state", async () => {
  const { id } = await aCenter();
  const set = (isActive: number, reason: string | null) =>
    rows(sql`update centers set is_active = ${isActive}, rejection_reason = ${reason} where id = ${id}`);
  for (const [isActive, reason] of [
    [ACTIVE, "No licence"],
    [DRAFTED, "No licence"],
    [IN_ACTIVE, " "],
    [3, null],
    [-2, null],
  ] as const)
    await expect(set(isActive, reason)).rejects.toThrow(/check/);
  for (const isActive of [IN_ACTIVE, DELETED]) await set(isActive, "No licence");
});

test("a database of before: inactive (2) and rejected (3) become IN_ACTIVE, the rejected with a reason, and back", async () => {
  const steps = async (way: "up" | "down") => {
    const migration = new ACentersStateHasTheSpecifiedNumber(undefined as never, undefined as never);
    migration[way]();
    for (const statement of migration.getQueries()) await asOwner(String(statement));
  };
  const stateOf = async (id: string) =>
    (await asOwner(sql`select to_jsonb(c) - array['version', 'updated_at'] as c from centers c where id = ${id}`))[0]!
      .c;
  const [active, inactive, rejected, remarked, deleted] = await Promise.all(
    [ACTIVE, IN_ACTIVE, IN_ACTIVE, IN_ACTIVE, DELETED].map((isActive) => aCenter({ isActive })),
  );
  await rows(
    sql`insert into history (id, subject, subject_id, event, actor_kind, data, at)
     select gen_random_uuid(), 'center', ${remarked!.id}, 'center.updated', 'system', data, at from (values
       ('{"remark": "Fake address"}'::jsonb, now() - interval '1 day'), ('{"remark": "Papers are forged"}', now()),
       ('{"remark": " "}', now() + interval '1 day')) as v (data, at)`,
  );
  const view = (query: string) =>
    asOwner<{ id: string }>(sql`insert into list_views (id, admin_id, list, name, query, created_at)
       values (gen_random_uuid(), gen_random_uuid(), 'centers', 'Mine', ${query}, now()) returning id`).then(
      ([made]) => made!.id,
    );
  const saved = await view("status=REJECTED&search=cool");

  await steps("down");
  await asOwner(sql`update centers set is_active = 3 where id = any (${[rejected!.id, remarked!.id]})`);
  expect(await stateOf(inactive!.id)).toMatchObject({ is_active: 2 });
  await steps("up");
  expect(await stateOf(active!.id)).toMatchObject({ is_active: 1, rejection_reason: null });
  expect(await stateOf(inactive!.id)).toMatchObject({ is_active: -1, rejection_reason: null });
  expect(await stateOf(rejected!.id)).toMatchObject({
    is_active: -1,
    rejection_reason: "Rejected before reasons were stored",
  });
  expect(await stateOf(remarked!.id)).toMatchObject({ is_active: -1, rejection_reason: "Papers are forged" });
  expect(await stateOf(deleted!.id)).toMatchObject({ is_active: 0, rejection_reason: null });
  expect(await asOwner(sql`select query from list_views where id = ${saved}`)).toEqual([
    { query: "status=IN_ACTIVE&search=cool" },
  ]);

  await steps("down");
  expect(await stateOf(rejected!.id)).toMatchObject({ is_active: 3 });
  expect(await stateOf(inactive!.id)).toMatchObject({ is_active: 2 });
  await steps("up");
});
