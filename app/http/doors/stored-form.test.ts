import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { loader as root } from "#app/root.tsx";
import { aBrowser } from "#app/testing/a-browser.ts";
import type { Site } from "#app/ui/base/site.ts";
import { cleanUp } from "#modules/access/index.ts";
import { moveClock, resetClock } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { longestRefused, mostRefused, refusedLifeMs } from "#modules/kernel/db/refused-forms.server.ts";
import { changed, invalid, type Meanwhile } from "#modules/kernel/errors.ts";
import { text } from "#modules/kernel/validation.ts";
import { asOwner, openDatabase } from "#modules/testing/database.ts";
import { anAddress } from "#modules/testing/factories.ts";
import { publicActions } from "./page.server.ts";
import { shownAgain } from "./stored-form.server.ts";

openDatabase();

/*
 * A refused form that the browser sent itself redirects to its page, which shows it again with what was typed: only for
 * the browser that sent it, on that page, for half an hour.
 */

const meanwhile: Meanwhile = {
  version: 4,
  changes: [{ by: "Asha Rao", role: "admin", own: false, at: "2026-11-22T08:35:00.000Z", fields: ["name", "days"] }],
  names: { name: "common.name" },
  was: { name: "First" },
  now: { name: "Theirs", days: ["MON", "TUE"] },
};

const action = publicActions({
  book: { limit: "test", input: z.object({ name: text(30), phone: text(10) }), run: () => {}, say: "error.changed" },
  change: { limit: "test", input: z.object({ name: text(30) }), run: () => Promise.reject(changed(meanwhile)) },
  verify: { limit: "test", run: () => Promise.reject(invalid("otp.wrong", { otp: "otp.wrong" })) },
});

afterEach(async () => {
  resetClock();
  await rows(sql`delete from refused_forms`);
});

/** A browser that opens pages and sends forms. */
function aSender(start: Parameters<typeof aBrowser>[0] = {}) {
  const { jar, ask, take } = aBrowser(start);
  return {
    jar,
    async send(path: string, fields: Record<string, string>) {
      const body = new URLSearchParams(fields);
      const answer = (await action(ask(path, { method: "POST", body }))) as unknown as Response;
      take(answer.headers);
      return { status: answer.status, to: answer.headers.get("location") ?? "", headers: answer.headers };
    },
    async open(path: string) {
      const { data, init } = (await root(ask(path))) as unknown as { data: Site; init: { headers: Headers } };
      return { refused: data.refused, cache: init.headers.get("cache-control") };
    },
  };
}

const typed = { intent: "book", name: "Asha Rao", phone: "" };
const storedCount = async () => (await row<{ count: string }>(sql`select count(*) from refused_forms`))!.count;

test("what was typed is shown again, secrets are not", () => {
  const values = {
    name: "Asha",
    otp: "123456",
    password: "x",
    proof: "p",
    happyCode: "1234",
    pincode: "560001",
    intent: "book",
    days: ["a", "b"],
  };
  const typed = new Map(Object.entries(values).map(([name, value]) => [name, [value].flat()]));
  expect(shownAgain(typed)).toEqual({ name: "Asha", pincode: "560001", days: ["a", "b"] });
});

describe("a refused form", () => {
  test("leads to its own page, which shows what was typed and what is wrong, however often it is asked for", async () => {
    const browser = aSender();
    const { status, to, headers } = await browser.send("/booking/INA1?service=7&b0th3r", typed);
    expect([status, to]).toEqual([303, expect.stringMatching(/^\/booking\/INA1\?service=7&b0th3r&refused=[\w-]{16}$/)]);
    expect(headers.getSetCookie().join()).toMatch(/refused=[\w-]{22}; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax/);
    for (let time = 0; time < 2; time += 1)
      expect(await browser.open(to)).toEqual({
        refused: {
          intent: "book",
          problem: "form.incomplete",
          errors: { phone: "form.incomplete" },
          values: { name: "Asha Rao", phone: "" },
        },
        cache: "private, no-store",
      });
  });

  test("is answered in place when a script of ours sends it", async () => {
    const request = new Request("http://localhost/booking", { method: "POST", body: new URLSearchParams(typed) });
    const answer = await action({ request, params: {}, context: { address: anAddress() } });
    expect(answer).toMatchObject({ init: { status: 422 }, data: { problem: "form.incomplete" } });
    expect(await storedCount()).toBe("0");
  });

  test("that somebody was quicker than says what they changed, and takes a field of theirs over without doing anything", async () => {
    const browser = aSender();
    const form = { intent: "change", name: "Mine", days: "SUN" };
    const { to } = await browser.send("/technician", form);
    const refusal = { intent: "change", problem: "error.changed", meanwhile };
    expect((await browser.open(to)).refused).toEqual({ ...refusal, values: { name: "Mine", days: "SUN" } });
    const one = await browser.send(to, { ...form, takeTheirs: "days" });
    expect((await browser.open(one.to)).refused).toEqual({
      ...refusal,
      values: { name: "Mine", days: ["MON", "TUE"] },
    });
    const both = await browser.send(one.to, { ...form, takeTheirs: "name" });
    expect((await browser.open(both.to)).refused?.values).toEqual({ name: "Theirs", days: "SUN" });
    // Where it is not known any more what they changed, or of a field they did not, nothing is done either.
    for (const [page, field] of [
      ["/technician", "name"],
      [to, "phone"],
    ] as const) {
      const again = await browser.send(page, { ...form, takeTheirs: field });
      const { refused } = await browser.open(again.to);
      expect(refused).toEqual({ intent: "change", problem: "error.changed", values: { name: "Mine", days: "SUN" } });
    }
  });

  test("is shown to no other browser, on no other page, and not without its reference", async () => {
    const browser = aSender();
    const { to } = await browser.send("/booking", typed);
    const reference = new URL(to, "http://localhost").searchParams.get("refused");
    const other = aSender();
    await other.send("/booking", typed);
    const strange = await aSender({ cookies: { refused: "nonsense" } }).open(to);
    const signedIn = await aSender({ cookies: { ...Object.fromEntries(browser.jar), center_session: "t" } }).open(to);
    const plain = [aSender().open(to), other.open(to), browser.open("/booking"), browser.open("/booking?refused=x")];
    const elsewhere = [browser.open(`/login?refused=${reference}`), browser.open(`${to}&service=7`)];
    for (const page of await Promise.all([...plain, ...elsewhere])) expect(page.refused).toBe(null);
    expect([strange.refused, signedIn.refused]).toEqual([null, null]);
  });

  test("of one tab and of another do not mix, and the one sent last shows what was sent last", async () => {
    const browser = aSender();
    const first = await browser.send("/booking", typed);
    const second = await browser.send("/booking", { ...typed, name: "Meera" });
    const again = await browser.send(second.to, { ...typed, name: "Meera Nair" });
    expect(again.to).toMatch(/^\/booking\?refused=[\w-]{16}$/);
    const names = [first, second, again].map(async ({ to }) => (await browser.open(to)).refused?.values?.name);
    expect(await Promise.all(names)).toEqual(["Asha Rao", "Meera", "Meera Nair"]);
  });

  test("is forgotten once it is done, and done leads to the page without it", async () => {
    const browser = aSender();
    const { to } = await browser.send("/booking?service=7", typed);
    expect((await browser.send(to, { ...typed, phone: "9876543210" })).to).toBe("/booking?service=7");
    expect((await browser.open(to)).refused).toBe(null);
    expect(await storedCount()).toBe("0");
  });

  test("is over after half an hour; the nightly clean-up takes it", async () => {
    const browser = aSender();
    const { to } = await browser.send("/booking", typed);
    moveClock(refusedLifeMs - 1_000);
    expect((await browser.open(to)).refused).not.toBe(null);
    moveClock(2_000);
    expect((await browser.open(to)).refused).toBe(null);
    expect(await storedCount()).toBe("1");
    await cleanUp();
    expect(await storedCount()).toBe("0");
  });

  test("lies sealed, without codes, passwords, files and its key, and without who sent it", async () => {
    const address = anAddress();
    const browser = aSender({ address });
    const secrets = {
      otp: "482913",
      password: "s3cret-word",
      again: "s3cret-word",
      once: "form-key-1",
      proof: "prf-1",
    };
    const { to } = await browser.send("/booking", {
      ...typed,
      intent: "verify",
      ...secrets,
      confirmPassword: "s3cret-2",
    });
    const { refused } = await browser.open(to);
    expect(refused?.values).toEqual({ name: "Asha Rao", phone: "" });
    const dump = (await row<{ all: string }>(sql`select string_agg(t::text, '') as all from refused_forms t`))!.all;
    const plain = ["Asha", "form.incomplete", browser.jar.get("refused")!, address, to.split("refused=")[1]!];
    for (const word of [...plain, ...Object.values(secrets)]) expect(dump).not.toContain(word);
  });

  test("that is nearly as long as the longest is shown again whole", async () => {
    const browser = aSender();
    const note = "x".repeat(longestRefused - 1000);
    const { to } = await browser.send("/booking", { ...typed, note });
    expect((await browser.open(to)).refused?.values).toMatchObject({ note });
  });

  test("that is longer than any of ours is told what is wrong, and not kept", async () => {
    const browser = aSender();
    const { to } = await browser.send("/booking", { ...typed, note: "क".repeat(longestRefused / 3) });
    expect((await browser.open(to)).refused).toMatchObject({ errors: { phone: "form.incomplete" }, values: {} });
  });

  test("is answered in place when it cannot be kept", async () => {
    await asOwner("alter table refused_forms rename to refused_forms_away");
    try {
      const request = new Request("http://localhost/booking", { method: "POST", body: new URLSearchParams(typed) });
      const answer = await action({ request, params: {}, context: { address: anAddress(), document: true } });
      expect(answer).toMatchObject({ init: { status: 422 }, data: { values: { name: "Asha Rao" } } });
      expect((await aSender({ cookies: { refused: "x" } }).open("/booking?refused=x")).refused).toBe(null);
    } finally {
      await asOwner("alter table refused_forms_away rename to refused_forms");
    }
  });
});

test("a thousand refusals leave a bounded table, of one browser and of one network, and take what is over along", async () => {
  const one = aSender();
  await one.send("/booking", typed);
  for (let round = 0; round < 10; round += 1)
    await Promise.all(Array.from({ length: 10 }, () => one.send("/booking", typed)));
  await one.send("/booking", typed);
  expect(Number(await storedCount())).toBe(mostRefused.browser);

  const address = anAddress();
  const many = () => Promise.all(Array.from({ length: 50 }, () => aSender({ address }).send("/booking", typed)));
  for (let round = 0; round < 20; round += 1) await many();
  await aSender({ address }).send("/booking", typed);
  expect(Number(await storedCount())).toBe(mostRefused.network + mostRefused.browser);

  moveClock(refusedLifeMs + 1_000);
  for (let round = 0; round < 12; round += 1) await aSender().send("/booking", typed);
  expect(Number(await storedCount())).toBe(12);
});

test("a table somebody holds up does not hold up a refusal that takes old ones along", async () => {
  const browser = aSender();
  const { to } = await browser.send("/booking", typed);
  moveClock(refusedLifeMs + 1_000);
  await transaction(async () => {
    await rows(sql`select * from refused_forms for update`);
    expect((await browser.send("/booking", typed)).status).toBe(303);
  });
  expect((await browser.open(to)).refused).toBe(null);
});
