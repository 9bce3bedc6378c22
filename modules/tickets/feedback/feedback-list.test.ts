import { randomUUIDv7 } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { addRating, ratingsOf } from "#modules/centers/index.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { asAdmin, asVisitor } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { fc, property } from "#modules/testing/property.ts";
import { aClosedJob } from "#modules/testing/work.ts";
import { feedbackList, feedbackOfLink, submitFeedback, ticketClosed } from "../index.ts";

openDatabase();

const tokens = new Map<string, string>();
hear(ticketClosed, async ({ ticketId, feedbackTokenSealed }) => tokens.set(ticketId, unseal(feedbackTokenSealed)));

beforeEach(() => rows(sql`delete from feedback_ratings`));

/** A closed request, with the answers of its customer if they gave any. */
async function aClosing(fields: Parameters<typeof aClosedJob>[0] = {}, ...ratings: number[]) {
  const job = await aClosedJob(fields);
  if (ratings.length > 0)
    await submitFeedback(asVisitor(), {
      token: tokens.get(job.ticket.id)!,
      answers: ratings.map((answer) => ({ answer })),
    });
  return job;
}

const office = asAdmin(undefined, { permissions: ["view_admin_bar"] });
const numbers = async (filter: object = {}) =>
  (await feedbackList.page(office, feedbackList.filter.parse(filter))).rows.map(({ number }) => number);

describe("R444 the feedback list", () => {
  test("shows who did the work, for whom, and what the customer said, what was asked last first", async () => {
    const silent = await aClosing();
    const spoken = await aClosing({ name: "Meera Nair", city: "Kochi" }, 9, 8, 7, 10, 9);
    const { rows: listed } = await feedbackList.page(office, { take: 2 });
    expect(listed.map(({ number }) => number)).toEqual([spoken.ticket.ticketId, silent.ticket.ticketId]);
    expect(listed[0]).toMatchObject({
      center: spoken.center.centerName,
      technician: spoken.technician.name,
      name: "Meera Nair",
      submitted: true,
      overAllRating: 8.6,
      address: expect.stringContaining("Kochi"),
    });
    expect(listed[1]).toMatchObject({ submitted: false, overAllRating: null, answers: [] });
    const [first] = listed;
    expect((await feedbackOfLink(office, first!.id))?.map(({ answer }) => answer)).toEqual([9, 8, 7, 10, 9]);
    expect(await feedbackOfLink(office, listed[1]!.id)).toEqual([]);
    expect(await feedbackOfLink(office, randomUUIDv7())).toBeUndefined();
  });

  test("is narrowed to one request, to what was given or is awaited, and to a grade", async () => {
    const [low, middle, high, silent] = [
      await aClosing({}, 1, 4, 4, 4, 4),
      await aClosing({}, 5, 5, 5, 5, 5),
      await aClosing({}, 8, 8, 8, 8, 8),
      await aClosing(),
    ].map(({ ticket }) => ticket.ticketId);
    const all = [low, middle, high, silent];
    const those = async (filter: object) => (await numbers({ take: 50, ...filter })).filter((one) => all.includes(one));
    expect(await those({ number: low!.toLowerCase() })).toEqual([low]);
    expect(await those({ state: "AWAITED" })).toEqual([silent]);
    expect(await those({ state: "GIVEN" })).toEqual([high, middle, low]);
    expect(await those({ grade: "LOW" })).toEqual([low]);
    expect(await those({ grade: "MIDDLE" })).toEqual([middle]);
    expect(await those({ grade: "HIGH" })).toEqual([high]);
  });

  test("its count is the rows it shows, and a deleted request is in neither", async () => {
    const { ticket } = await aClosing({}, 5, 5, 5, 5, 5);
    const filter = feedbackList.filter.parse({ number: ticket.ticketId });
    expect(await feedbackList.count!(office, filter)).toEqual({ n: 1, exact: true });
    await rows(sql`update tickets set deleted_at = now() where id = ${ticket.id}`);
    expect(await feedbackList.count!(office, filter)).toEqual({ n: 0, exact: true });
    expect(await numbers({ number: ticket.ticketId })).toEqual([]);
  });

  test("hides phones in names and places from whoever may not see them", async () => {
    const { ticket } = await aClosing({ name: "Asha 98765 43210", houseNumber: "call 98765 43210" }, 5, 5, 5, 5, 5);
    const seenBy = async (admin: ReturnType<typeof asAdmin>) =>
      JSON.stringify((await feedbackList.page(admin, { number: ticket.ticketId })).rows);
    expect(await seenBy(office)).not.toContain("98765");
    expect(await seenBy(asAdmin())).toContain("98765");
  });

  test("Q10 is closed to a client's admins, whatever flags they hold, and to everybody else", async () => {
    const client = asAdmin(undefined, { permissions: ["view_admin_bar"], clientId: randomUUIDv7() });
    for (const actor of [client, asVisitor()]) {
      await expect(async () => feedbackList.page(actor, {})).rejects.toMatchObject({ kind: "denied" });
      await expect(async () => feedbackList.count!(actor, {})).rejects.toMatchObject({ kind: "denied" });
      await expect(feedbackOfLink(actor, randomUUIDv7())).rejects.toMatchObject({ kind: "denied" });
    }
  });
});

describe("a rating", () => {
  const grade = fc.integer({ min: 10, max: 100 }).map((tenths) => tenths / 10);
  const someGrades = fc.array(grade, { minLength: 1, maxLength: 12 });
  const mean = (of: readonly number[]) => of.reduce((total, each) => total + each, 0) / of.length;
  const give = (centerId: string, grades: readonly number[]) =>
    transaction(async () => {
      for (const each of grades) await addRating({ centerId, technicianId: null }, each);
    });

  property.prop([someGrades, someGrades], { numRuns: 25 })(
    "lies between one's own mean and everybody's, the nearer to one's own the more feedback there is",
    (own, others) =>
      unitOfWork(async () => {
        await rows(sql`delete from feedback_ratings`);
        const one = randomUUIDv7();
        const other = randomUUIDv7();
        await give(one, own);
        await give(other, others);
        const { mean: shown, count } = (await ratingsOf("center", [one])).get(one)!;
        const mine = mean(own);
        const everybodys = mean([...own, ...others]);
        expect(count).toBe(own.length);
        expect(shown).toBeGreaterThanOrEqual(Math.min(mine, everybodys) - 0.06);
        expect(shown).toBeLessThanOrEqual(Math.max(mine, everybodys) + 0.06);
        const expected = everybodys + ((mine - everybodys) * own.length) / (own.length + 5);
        expect(Math.abs(shown - expected)).toBeLessThan(0.06);
      }),
  );

  test("counts each of twenty feedbacks that come at once, for the center and for the technician", async () => {
    const owners = { centerId: randomUUIDv7(), technicianId: randomUUIDv7() };
    await Promise.all(Array.from({ length: 20 }, () => unitOfWork(() => transaction(() => addRating(owners, 7)))));
    expect((await ratingsOf("center", [owners.centerId])).get(owners.centerId)).toEqual({ mean: 7, count: 20 });
    expect((await ratingsOf("technician", [owners.technicianId])).get(owners.technicianId)).toMatchObject({
      count: 20,
    });
  });

  test("comes with a customer's feedback; whoever has none has no rating", async () => {
    const { center, technician } = await aClosing({}, 6, 6, 6, 6, 6);
    expect((await ratingsOf("center", [center.id, randomUUIDv7()])).size).toBe(1);
    expect((await ratingsOf("technician", [technician.id])).get(technician.id)).toEqual({ mean: 6, count: 1 });
    expect((await ratingsOf("center", [])).size).toBe(0);
  });
});
