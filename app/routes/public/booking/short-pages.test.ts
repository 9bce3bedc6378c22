import { sql } from "kysely";
import { expect, test } from "vitest";
import { drawn } from "#app/testing/a-page.tsx";
import { aBookingInput, aBrowser, codeOf, cookiesOf } from "#app/testing/booking-browser.ts";
import { day, fromNow, istDate } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aPhone, aPincode, aService, qrOf } from "#modules/testing/factories.ts";
import * as pageOfBooking from "./route.tsx";

openDatabase();

/** Opens a center from 08:00 to 20:00 on each day of the week. */
async function openEveryDay({ id }: { id: string }) {
  for (let weekday = 1; weekday <= 7; weekday += 1)
    await rows(sql`insert into center_hours (center_id, weekday, opens, closes) values (${id}, ${weekday}, 480, 1200)`);
}

const closeForAMonth = ({ id }: { id: string }) =>
  rows(sql`insert into absences (id, center_id, first_day, last_day, created_at)
    values (gen_random_uuid(), ${id}, ${istDate()}, ${istDate(fromNow(31 * day))}, now())`);

test("the place says who comes before anything else is typed, in numbers from three on", async () => {
  const { service, center, fields } = await aBookingInput();
  const pincode = fields.pincode!;
  await openEveryDay(center);
  const words = async () => (await drawn(`/booking?step=place&pincode=${pincode}`, "", [pageOfBooking])).text;
  expect(await words()).toMatch(new RegExp(`A center comes to (\\w+ )?${pincode} ?Soonest visit: (today|tomorrow), `));
  const other = aPincode();
  for (let nth = 0; nth < 3; nth++) await aCenter({ services: [service], pincodes: [other] });
  const three = await drawn(`/booking?step=place&pincode=${other}`, "", [pageOfBooking]);
  expect(three.text).toMatch(new RegExp(`3 centers come to (\\w+ )?${other}`));
  const nobody = await drawn(`/booking?step=place&pincode=${aPincode()}`, "", [pageOfBooking]);
  expect(nobody.text).toContain("No Service Available In This Area");
});

test("where nobody comes a phone proved by a code is told when a center does, once for each service, without a request", async () => {
  const service = await aService();
  const pincode = aPincode();
  const phone = aPhone();
  const browser = aBrowser({ short: true });
  expect((await browser.send("place", { pincode })).to).toBe("/booking?step=waitlist");
  expect((await browser.open("?step=waitlist")).data.services).toContainEqual(
    expect.objectContaining({ id: service.id }),
  );
  const nothing = await browser.send("waitlist", { phone });
  expect(nothing.data.errors).toEqual({ services: "booking.service.choose" });
  expect((await browser.send("waitlist", { phone, services: service.id })).to).toBe("/booking?step=waitcode");
  const wrong = await browser.send("waitcode", { otp: "000000" });
  expect(wrong.data.problem).toBe("otp.wrong");
  expect((await browser.send("waitcode", { otp: await codeOf(phone, "tracking") })).to).toBe("/booking?step=waiting");
  // The proved browser joins at once.
  expect((await browser.send("waitlist", { phone, services: service.id })).to).toBe("/booking?step=waiting");
  expect(await rows(sql`select phone, pincode, service_id from waitlist where phone = ${phone}`)).toEqual([
    { phone, pincode, service_id: service.id },
  ]);
  expect(await rows(sql`select 1 from tickets where phone = ${phone}`)).toEqual([]);
});

/** A browser that has chosen where and what. */
async function aBegun() {
  const { service, fields, center } = await aBookingInput();
  await openEveryDay(center);
  const browser = aBrowser({ short: true });
  expect((await browser.send("place", { pincode: fields.pincode! })).to).toBe("/booking?step=service");
  expect((await browser.send("tile", { serviceId: service.id })).to).toBe("/booking?step=need");
  return { service, fields, center, browser };
}

const door = ({ houseNumber, locality, city, state, name, phone, offerCode }: Record<string, string>) =>
  ({ houseNumber, locality, city, state, name, phone, offerCode }) as Record<string, string>;

test("a booking in short pages is one request with its chips and words, its window's begin, and one fee", async () => {
  const { fields, browser } = await aBegun();
  await rows(sql`update services set chips = '{"en": ["Not cooling", "Water drips"]}' where id = ${fields.serviceId!}`);
  expect((await browser.open("?step=need")).data.chips).toEqual(["Not cooling", "Water drips"]);
  const long = await browser.send("need", { chips: "Not cooling", ownWords: "x".repeat(290) });
  expect(long.data.errors).toEqual({ ownWords: "book.need.tooLong" });
  expect((await browser.send("need", { chips: "Water drips", ownWords: "Second floor" })).to).toBe(
    "/booking?step=time",
  );
  const { data } = await browser.open("?step=time");
  const days = data.days as { date: string }[];
  expect(days).toHaveLength(7);
  const later = await browser.open(`?step=time&day=${days[3]!.date}`);
  const windows = later.data.windows as { value: string; state: string }[];
  expect(windows.map(({ value, state }) => [value.slice(11), state])).toEqual(
    ["08:00", "10:00", "12:00", "14:00", "16:00", "18:00"].map((begin) => [begin, "free"]),
  );
  expect((await browser.send("time", { when: `${days[3]!.date}T09:00` })).data.errors).toEqual({
    when: "book.time.gone",
  });
  expect((await browser.send("time", { when: windows[2]!.value })).to).toBe("/booking?step=you");
  const { answers } = (await browser.open("?step=you")).data as { answers: string };
  const missing = await browser.send("you", { ...door(fields), houseNumber: "", answers });
  expect(missing.data.errors).toEqual({ houseNumber: "form.incomplete" });
  expect((await browser.send("you", { ...door(fields), answers })).to).toBe("/booking?step=otp");
  expect((await browser.open("?step=otp")).data.back).toBe("/booking?step=you");
  const booked = await browser.send("verify", { otp: await codeOf(fields.phone!) });
  expect(booked.to).toMatch(/^\/booking\?step=pay&ticket=/);
  const made = await rows(
    sql`select requirement, time_preference_type as type, specific_date_time as at, pincode from tickets where phone = ${fields.phone!}`,
  );
  expect(made).toEqual([
    {
      requirement: "Water drips. Second floor",
      type: "SPECIFIC_DATE_AND_TIME",
      at: new Date(`${windows[2]!.value}:00+05:30`),
      pincode: fields.pincode,
    },
  ]);
});

test("a window that became full after it was chosen leads back to the time, before the code and after it, and nothing is lost", async () => {
  const { fields, center, browser } = await aBegun();
  await browser.send("need", { ownWords: "Not cooling" });
  const date = istDate(fromNow(2 * day));
  const choose = async (begin: string) => {
    expect((await browser.send("time", { when: `${date}T${begin}` })).to).toBe("/booking?step=you");
    return ((await browser.open("?step=you")).data as { answers: string }).answers;
  };
  const fill = (slot: number) =>
    rows(
      sql`insert into window_seats (center_id, day, slot, seats, taken) values (${center.id}, ${date}, ${slot}, 1, 1)`,
    );
  const first = await choose("10:00");
  await fill(1);
  expect((await browser.send("you", { ...door(fields), answers: first })).to).toBe("/booking?step=time");
  expect(await rows(sql`select 1 from otps where phone = ${fields.phone!}`)).toEqual([]);
  const full = (await browser.open(`?step=time&day=${date}`)).data.windows as { state: string }[];
  expect(full.map(({ state }) => state)).toEqual(["free", "full", "free", "free", "free", "free"]);
  expect((await browser.send("time", { when: `${date}T10:00` })).data.errors).toEqual({
    when: "book.time.gone",
  });
  const second = await choose("12:00");
  expect((await browser.send("you", { ...door(fields), answers: second })).to).toBe("/booking?step=otp");
  await fill(2);
  expect((await browser.send("verify", { otp: await codeOf(fields.phone!) })).to).toBe("/booking?step=time");
  expect(await rows(sql`select 1 from tickets where phone = ${fields.phone!}`)).toEqual([]);
  const third = await choose("14:00");
  expect(((await browser.open("?step=you")).data.values as Record<string, string>).houseNumber).toBe(
    fields.houseNumber,
  );
  expect((await browser.send("you", { ...door(fields), answers: third })).to).toBe("/booking?step=otp");
  expect((await browser.send("verify", { otp: await codeOf(fields.phone!) })).to).toContain("step=pay");
});

test("where all windows are full the two preferences without one stay, and a sentence says so", async () => {
  const { center, browser } = await aBegun();
  await closeForAMonth(center);
  await browser.send("need", { ownWords: "Not cooling" });
  const { text } = await drawn("/booking?step=time", cookiesOf(browser.jar), [pageOfBooking]);
  expect(text).toContain("All windows of the next seven days are full.");
  expect(text).toContain("As soon as possible");
  expect(text).toContain("Any time in 24 hours");
  expect((await browser.send("time", { when: "WITHIN_24_HOURS" })).to).toBe("/booking?step=you");
});

test("a partner's windows are those of its center, whoever else comes to the pincode", async () => {
  const { service, center, fields } = await aBookingInput();
  await openEveryDay(await aCenter({ services: [service], pincodes: [fields.pincode!] }));
  await closeForAMonth(center);
  const { qrId } = await qrOf(center);
  const browser = aBrowser({ short: true, id: qrId });
  await browser.open();
  await browser.send("tile", { serviceId: service.id });
  await browser.send("need", { ownWords: "Not cooling" });
  const { days } = (await browser.open("?step=time")).data as { days: { free: boolean }[] };
  expect(days.map(({ free }) => free)).toEqual(Array.from({ length: 7 }, () => false));
});

test("a step leads to the first one that is missing, and answers that changed in another window are shown before they are sent", async () => {
  const { fields, browser } = await aBegun();
  expect((await browser.open("?step=you")).to).toBe("/booking?step=time");
  expect((await aBrowser({ short: true }).open("?step=need")).to).toBe("/booking?step=place");
  await browser.send("need", { ownWords: "Not cooling" });
  await browser.send("time", { when: "IMMEDIATELY" });
  const { answers } = (await browser.open("?step=you")).data as { answers: string };
  await browser.send("time", { when: "WITHIN_24_HOURS" });
  expect((await browser.send("you", { ...door(fields), answers })).to).toBe("/booking?step=you");
  const again = (await browser.open("?step=you")).data as { answers: string; values: Record<string, string> };
  expect(again.values.name).toBe(fields.name);
  expect((await browser.send("you", { ...door(fields), answers: again.answers })).to).toBe("/booking?step=otp");
});

test("a service nobody comes for leads to its waitlist, and a ride to its own form", async () => {
  const { browser } = await aBegun();
  const unserved = await aService();
  const ride = await aService({ pickDrop: true });
  expect((await browser.send("tile", { serviceId: unserved.id })).to).toBe(
    `/booking?step=waitlist&service=${unserved.id}`,
  );
  expect((await browser.send("tile", { serviceId: ride.id })).to).toBe(`/booking?service=${ride.id}`);
});

test("a partner's page begins with its services, asks the pincode with the address, and books without a fee", async () => {
  const { service, center, fields } = await aBookingInput();
  const other = await aService();
  const { qrId } = await qrOf(center);
  const browser = aBrowser({ short: true, id: qrId });
  const { data } = await browser.open();
  expect((data.services as { id: string }[]).map(({ id }) => id)).toEqual([service.id]);
  expect(JSON.stringify(data.services)).not.toContain(other.id);
  await browser.send("tile", { serviceId: service.id });
  expect((await browser.send("need", { ownWords: "" })).data.errors).toEqual({ ownWords: "form.incomplete" });
  await browser.send("need", { ownWords: "Not cooling" });
  await browser.send("time", { when: "IMMEDIATELY" });
  const { answers } = (await browser.open("?step=you")).data as { answers: string };
  const sent = await browser.send("you", { ...door(fields), pincode: fields.pincode!, answers });
  expect(sent.to).toBe(`/booking/${qrId}?step=otp`);
  const booked = await browser.send("verify", { otp: await codeOf(fields.phone!) });
  expect(booked.to).toMatch(new RegExp(`^/booking/${qrId}\\?step=done&ticket=`));
});

test("chips that were chosen before the language changed are chosen after it, and the request has the words of its language", async () => {
  const { fields, browser } = await aBegun();
  const chips = { en: ["Not cooling", "Water drips"], hi: ["ठंडा नहीं करता", "पानी टपकता है"] };
  await rows(sql`update services set chips = ${JSON.stringify(chips)} where id = ${fields.serviceId!}`);
  await browser.send("need", { chips: "Water drips", ownWords: "2nd floor" });
  await browser.send("time", { when: "IMMEDIATELY" });
  browser.jar.set("lang", "hi");
  const need = (await browser.open("?step=need")).data;
  expect([need.chips, need.chosen, need.ownWords]).toEqual([chips.hi, ["पानी टपकता है"], "2nd floor"]);
  const you = (await browser.open("?step=you")).data as { answers: string; requirement: string };
  expect(you.requirement).toBe("पानी टपकता है. 2nd floor");
  expect((await browser.send("you", { ...door(fields), answers: you.answers })).to).toBe("/booking?step=otp");
  await browser.send("verify", { otp: await codeOf(fields.phone!) });
  const made = await rows(sql`select requirement from tickets where phone = ${fields.phone!}`);
  expect(made).toEqual([{ requirement: "पानी टपकता है. 2nd floor" }]);
});

test("chips that a language has not are words of one's own there", async () => {
  const { fields, browser } = await aBegun();
  const chips = { en: ["Not cooling", "Water drips"], hi: ["ठंडा नहीं करता"] };
  await rows(sql`update services set chips = ${JSON.stringify(chips)} where id = ${fields.serviceId!}`);
  await browser.send("need", { chips: "Water drips", ownWords: "2nd floor" });
  browser.jar.set("lang", "hi");
  expect((await browser.open("?step=need")).data).toMatchObject({ chosen: [], ownWords: "Water drips. 2nd floor" });
});

test("a tile says from what the work costs there: by the bills, else by the visit charge, else that it is priced at home", async () => {
  const { fields } = await aBookingInput();
  const charged = await aService();
  const neither = await aService();
  const pincode = fields.pincode!;
  for (const service of [charged, neither]) await aCenter({ services: [service], pincodes: [pincode] });
  await rows(sql`insert into usual_costs (service_id, district, from_paise, to_paise, bills)
    values (${fields.serviceId!}::uuid, ${pincode.slice(0, 3)}, 49000, 120000, 20)`);
  await rows(sql`insert into visit_charges (id, service_id, area, amount_paise, effective_from, created_at)
    values (gen_random_uuid(), ${charged.id}::uuid, ${pincode.slice(0, 3)}, 19900, now() - interval '1 day', now())`);
  const browser = aBrowser({ short: true });
  await browser.send("place", { pincode });
  const { data } = await browser.open("?step=service");
  const tiles = data.services as { id: string; fromPaise: number | null }[];
  const fromOf = (id: string) => tiles.find((tile) => tile.id === id)?.fromPaise;
  expect([fields.serviceId!, charged.id, neither.id].map(fromOf)).toEqual([49_000, 19_900, null]);
  const { text } = await drawn("/booking?step=service", cookiesOf(browser.jar), [pageOfBooking]);
  expect(text).toContain("from ₹490");
  expect(text).toContain("from ₹199");
});
