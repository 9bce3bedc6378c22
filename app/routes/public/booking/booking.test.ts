import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { drawn } from "#app/testing/a-page.tsx";
import { aBookingInput, aBrowser, type Browser, codeOf, cookiesOf, type Jar } from "#app/testing/booking-browser.ts";
import { visitorOf } from "#modules/access/index.ts";
import { freezeClock, hour, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { em, rows } from "#modules/kernel/db/db.server.ts";
import { configure } from "#modules/kernel/env.server.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBanner,
  aCenter,
  aDealerQr,
  aDriver,
  anOffer,
  aPincode,
  aService,
  aVehicle,
  qrOf,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import * as paymentReturn from "../../hooks/payment-return.ts";
import * as pageOfRide from "../pick-drop/route.tsx";
import * as pageOfBooking from "./route.tsx";

openDatabase();

const till = openTill();

async function aRide() {
  const { fields, service } = await aBookingInput({ pickDrop: true });
  const { id: vehicleId } = await aVehicle();
  const { serviceId, phone, pincode } = fields as { serviceId: string; phone: string; pincode: string };
  const places = { pickLocation: "MG Road", dropLocation: "Majestic", vehicleId, customerOfferPrice: "80" };
  return { service, fields: { serviceId, phone, pincode, ...places, "timePreference.type": "IMMEDIATELY" } };
}

const without = (fields: Record<string, string>, name: string) => ({ ...fields, [name]: "" });

/** A booking whose fee is due, in its browser; `to` is the query of its payment. */
async function aDueBooking() {
  const { fields } = await aBookingInput();
  const browser = aBrowser();
  await browser.send("details", fields);
  const { to } = await browser.send("verify", { otp: await codeOf(fields.phone!) });
  return { fields, browser, to: to!.replace("/booking", "") };
}

const ticketsOf = (phone: string) =>
  rows<{ public_id: string; is_paid_by_public: boolean }>(sql`select * from tickets where phone = ${phone}`);

describe("the form at /booking", () => {
  test("the banners stand above everybody's form, a partner's too", async () => {
    const banner = await aBanner();
    const { qrId } = await qrOf(await aCenter());
    const shown = async (id?: string) => (await aBrowser(id ? { id } : {}).open()).data.banners as { id: string }[];
    expect((await shown()).map(({ id }) => id)).toContain(banner.id);
    expect(await shown(qrId)).toEqual(await shown());
  });

  test.each(["serviceId", "name", "houseNumber", "locality", "city", "state", "pincode", "offerCode"])(
    "R054 R065 without %s it says 'Please fill in all required details'",
    async (name) => {
      const { fields } = await aBookingInput();
      const { status, data } = await aBrowser().send("details", without(fields, name));
      expect(status).toBe(422);
      expect(say(data.errors?.[name] as never)).toBe("Please fill in all required details");
      // The typed values are shown again (B9).
      expect(data.values).toMatchObject(without(fields, name));
    },
  );

  test("R054 without a time preference it says 'Please fill in all required details'", async () => {
    const { fields } = await aBookingInput();
    const { "timePreference.type": _, ...rest } = fields;
    const { data } = await aBrowser().send("details", rest);
    expect(data.errors).toEqual({ "timePreference.type": "form.incomplete" });
  });

  test("R055 a specific time without date and time says 'Please fill in Specific date and time'", async () => {
    const { fields } = await aBookingInput();
    const specific = { ...fields, "timePreference.type": "SPECIFIC_DATE_AND_TIME" };
    const halves: Record<string, string>[] = [{}, { "timePreference.at:date": "2099-01-01" }];
    for (const half of halves) {
      const { data } = await aBrowser().send("details", { ...specific, ...half });
      expect(say(data.errors?.["timePreference.at"] as never)).toBe("Please fill in Specific date and time");
    }
  });

  test("B9 what is wrong is listed as the page is read, the variant of pick and drop too", async () => {
    const { fields } = await aBookingInput();
    const { data } = await aBrowser().send("details", { serviceId: fields.serviceId!, offerCode: "" });
    expect(Object.keys(data.errors ?? {})).toEqual([
      "pincode",
      "houseNumber",
      "locality",
      "city",
      "state",
      "timePreference.type",
      "name",
      "phone",
      "offerCode",
    ]);
    const { fields: ride } = await aRide();
    const refused = await aBrowser().send("pickdrop", { serviceId: ride.serviceId! });
    expect(Object.keys(refused.data.errors ?? {})).toEqual([
      "pincode",
      "pickLocation",
      "dropLocation",
      "vehicleId",
      "customerOfferPrice",
      "timePreference.type",
      "phone",
    ]);
  });

  test.each([
    ["2020-01-01", "10:00"],
    ["2099-01-01", "07:30"],
    ["2099-01-01", "20:30"],
  ])("R029 R030 a visit on %s at %s is outside of what can be chosen", async (date, time) => {
    const { fields } = await aBookingInput();
    const { data } = await aBrowser().send("details", {
      ...fields,
      "timePreference.type": "SPECIFIC_DATE_AND_TIME",
      "timePreference.at:date": date,
      "timePreference.at:time": time,
    });
    expect(data.errors).toEqual({ "timePreference.at": "form.timeWindow" });
  });

  test("R060 R061 an empty and a short phone have sentences of their own", async () => {
    const { fields } = await aBookingInput();
    const empty = await aBrowser().send("details", { ...fields, phone: "" });
    expect(say(empty.data.errors?.phone as never)).toBe("Mobile number is required");
    const short = await aBrowser().send("details", { ...fields, phone: "98765" });
    expect(say(short.data.errors?.phone as never)).toBe("Please enter a valid 10-digit mobile number");
  });

  test("R058 R162 a pincode of other than six digits, an unknown state and overlong texts are refused", async () => {
    const { fields } = await aBookingInput();
    const wrong = { ...fields, pincode: "5600", state: "Atlantis", name: "x".repeat(31), requirement: "x".repeat(301) };
    const { data } = await aBrowser().send("details", wrong);
    expect(data.errors).toEqual({
      pincode: "form.pincode",
      state: "form.state",
      name: "form.tooLong",
      requirement: "form.tooLong",
    });
  });

  test("Q86 an offer code that is out of date is refused before an OTP is sent", async () => {
    const { fields } = await aBookingInput();
    const { title } = await anOffer({ isActive: false });
    const { data } = await aBrowser().send("details", { ...fields, offerCode: title });
    expect(data.errors).toEqual({ offerCode: "offer.notValid" });
    expect(await rows(sql`select 1 from otps where phone = ${fields.phone}`)).toEqual([]);
  });

  test("without JavaScript a form of the wrong kind leads to the right one, with what was typed", async () => {
    const { service } = await aRide();
    const browser = aBrowser();
    const { to } = await browser.send("details", { serviceId: service.id, phone: "9876500000" });
    expect(to).toBe(`/booking?service=${service.id}`);
    const { data } = await browser.open(`?service=${service.id}`);
    expect(data).toMatchObject({ pickDrop: true, values: { serviceId: service.id, phone: "9876500000" } });
  });
});

describe("the form at /booking/{qr_id}", () => {
  test("opening a printed code counts one scan for a browser, however often it is reloaded", async () => {
    const { center } = await aBookingInput();
    const { qrId } = await qrOf(center);
    const scans = async () =>
      (await rows<{ scans: number }>(sql`select scans from partner_qrs where qr_id = ${qrId}`))[0];
    const first = aBrowser({ id: qrId });
    await first.open();
    await first.open();
    expect(await scans()).toEqual({ scans: 1 });
    await aBrowser({ id: qrId }).open();
    expect(await scans()).toEqual({ scans: 2 });
    first.jar.delete("scan");
    await first.open();
    expect(await scans()).toEqual({ scans: 3 });
  });

  test("a revoked code leads on to a booking that credits nobody, and says so", async () => {
    const { qrId } = await aDealerQr({ status: "INACTIVE" });
    const browser = aBrowser({ id: qrId });
    expect(await browser.open()).toMatchObject({ status: 303, to: "/booking" });
    expect(browser.jar.has("toast")).toBe(true);
    expect(await browser.send("partner", {})).toMatchObject({ status: 303, to: "/booking" });
    const request = new Request(`http://localhost/bookingPickDrop/${qrId}`);
    const ridden = await Promise.resolve(pageOfRide.loader({ request, params: { id: qrId } })).catch(
      (thrown) => thrown,
    );
    expect([ridden.status, ridden.headers.get("location")]).toEqual([303, "/booking"]);
  });

  test.each([
    "serviceId",
    "name",
    "phone",
    "houseNumber",
    "locality",
    "city",
    "state",
    "pincode",
    "requirement",
    "offerCode",
  ])("R054 R056 without %s no OTP is sent", async (name) => {
    const { fields, center } = await aBookingInput();
    const { qrId } = await qrOf(center);
    const { status, data } = await aBrowser({ id: qrId }).send("partner", without(fields, name));
    expect(status).toBe(422);
    expect(data.errors).toEqual({ [name]: "form.incomplete" });
  });

  test("an unknown code is refused with 404 and says so", async () => {
    const { status, data } = await aBrowser({ id: "NOBODY" }).open();
    expect([status, data.problem]).toEqual([404, "booking.qrUnknown"]);
  });

  test("R036 only a pick-and-drop partner with the e-rickshaw leads to /bookingPickDrop", async () => {
    const pickDrop = await aService({ pickDrop: true });
    const eRickshaw = await aVehicle({ eRickshaw: true });
    const bike = await aVehicle();
    const partner = async (vehicleId: string) =>
      (await qrOf(await aCenter({ services: [pickDrop], vehicleId } as never))).qrId;
    const driver = await partner(eRickshaw.id);
    const rider = await partner(bike.id);
    expect((await aBrowser({ id: driver }).open()).to).toBe(`/bookingPickDrop/${driver}`);
    expect((await aBrowser({ id: rider }).open()).data).toMatchObject({ step: "details", pickDrop: true });
  });
});

describe("the pick-and-drop form", () => {
  test.each([
    ["pickLocation", "form.incomplete"],
    ["dropLocation", "form.incomplete"],
    ["vehicleId", "form.incomplete"],
    ["customerOfferPrice", "form.incomplete"],
    ["phone", "form.incomplete"],
    ["pincode", "form.incomplete"],
  ])("R064 needs %s", async (name, problem) => {
    const { fields } = await aRide();
    const { data } = await aBrowser().send("pickdrop", without(fields, name));
    expect(data.errors).toEqual({ [name]: problem });
  });

  test("R063 'within 24 hours' is not offered and not accepted", async () => {
    const { fields } = await aRide();
    const { data } = await aBrowser().send("pickdrop", { ...fields, "timePreference.type": "WITHIN_24_HOURS" });
    expect(data.errors).toEqual({ "timePreference.type": "form.choice" });
  });

  test("R050 costs the platform charge of its vehicle", async () => {
    const { fields } = await aRide();
    const browser = aBrowser();
    await browser.send("pickdrop", fields);
    expect((await browser.open("?step=otp")).data).toMatchObject({ price: { amountPaise: 2000 } });
    const { to } = await browser.send("verify", { otp: await codeOf(fields.phone) });
    const { data } = await browser.open(to!.replace("/booking", ""));
    expect(data).toMatchObject({ step: "pay", pickDrop: true, price: { amountPaise: 2000 } });
  });
});

describe("the OTP step", () => {
  test("R038 R042 the right code books, remembers the browser and leads to the payment of the fee", async () => {
    const { fields } = await aBookingInput();
    const browser = aBrowser();
    expect((await browser.send("details", fields)).to).toBe("/booking?step=otp");
    const { to } = await browser.send("verify", { otp: await codeOf(fields.phone!) });
    const [ticket] = await ticketsOf(fields.phone!);
    expect(to).toBe(`/booking?step=pay&ticket=${ticket!.public_id}`);
    expect([browser.jar.has("visitor"), browser.jar.has("proof")]).toEqual([true, false]);
    const { data } = await browser.open(`?step=pay&ticket=${ticket!.public_id}`);
    expect(data).toMatchObject({
      price: { amountPaise: 9900 },
      gateway: {
        fields: { amount: "9900", currency: "INR", callback_url: expect.stringMatching(/\/payment\/return$/) },
      },
    });
  });

  test("R043 a partner's booking is created without a payment", async () => {
    const { fields, center } = await aBookingInput();
    const { qrId } = await qrOf(center);
    const browser = aBrowser({ id: qrId });
    await browser.send("partner", fields);
    const { to } = await browser.send("verify", { otp: await codeOf(fields.phone!) });
    expect(to).toMatch(new RegExp(`^/booking/${qrId}\\?step=done&ticket=`));
    const { data } = await browser.open(to!.slice(to!.indexOf("?")));
    expect(data).toMatchObject({ step: "done", state: "created", center: center.centerName, feePaise: 0 });
  });

  test("R041 a wrong code says 'Wrong OTP', an empty one asks for it, and neither books", async () => {
    const { fields } = await aBookingInput();
    const browser = aBrowser();
    await browser.send("details", fields);
    const wrong = await browser.send("verify", { otp: "000000" });
    expect(say(wrong.data.errors?.otp as never)).toBe("Wrong OTP");
    expect((await browser.send("verify", { otp: "" })).data.errors).toEqual({ otp: "otp.missing" });
    expect(wrong.data.values).toEqual({});
    expect(await ticketsOf(fields.phone!)).toEqual([]);
  });

  test("a code that ran out loses nothing: a new one is asked for and books", async () => {
    const { fields } = await aBookingInput();
    const browser = aBrowser();
    await browser.send("details", fields);
    try {
      moveClock(6 * minute);
      expect((await browser.send("verify", { otp: await codeOf(fields.phone!) })).data.problem).toBe("otp.expired");
      expect((await browser.send("resend", {})).status).toBe(303);
      expect((await browser.open("?step=otp")).data).toMatchObject({ step: "code", name: "Meera Nair" });
      expect((await browser.send("verify", { otp: await codeOf(fields.phone!) })).to).toMatch(/step=pay/);
    } finally {
      resetClock();
    }
  });

  test("another code within 30 seconds is refused with the time to wait; the details lead on to the one that was sent", async () => {
    const { fields } = await aBookingInput();
    const browser = aBrowser();
    await browser.send("details", fields);
    const { status, data } = await browser.send("resend", {});
    expect([status, data.problem]).toEqual([429, "otp.wait"]);
    expect((await browser.send("details", fields)).to).toBe("/booking?step=otp");
    expect(browser.jar.has("toast")).toBe(false);
  });

  test("'We have sent' is said to the browser whose code is on its way, with the time that is left to wait", async () => {
    const { fields } = await aBookingInput();
    const step = ({ jar }: Browser) => drawn("/booking?form=one&step=otp", cookiesOf(jar), [pageOfBooking]);
    const browser = aBrowser();
    try {
      freezeClock(new Date());
      await browser.send("details", fields);
      const first = await step(browser);
      expect(first.text).toContain("We have sent a 6-digit OTP");
      expect(first.html).toContain('data-seconds="30"');
      // The code is all that is asked for here, so its field is focused.
      expect(first.html).toMatch(/<input[^>]*name="otp"[^>]*autofocus=""|<input[^>]*autofocus=""[^>]*name="otp"/i);
      expect(first.html).toMatch(/<h1[^>]*>Which six digits did we send\?<\/h1>/);
      expect(first.text).toContain("We never ask for this code by phone.");
      expect(pageOfBooking.handle.title({ step: "code" } as never)).toBe("booking.otp.title");
      moveClock(21_000);
      expect((await step(browser)).html).toContain('data-seconds="9"');

      // Another browser asks for the same phone within those seconds: nothing is sent to it, and nothing claimed.
      const other = aBrowser();
      expect((await other.send("details", fields)).to).toBe("/booking?step=otp");
      expect(other.jar.has("toast")).toBe(true);
      const neither = await step(other);
      expect(neither.text).not.toContain("We have sent");
      expect(neither.text).toContain("Enter the 6-digit OTP");
      expect(neither.html).toContain('data-seconds="0"');

      // Once it has run out, it is asked for anew.
      moveClock(5 * minute);
      expect((await step(browser)).text).not.toContain("We have sent");
    } finally {
      resetClock();
    }
  });

  test("a second booking within 30 seconds leads to a page that counts down and sends its code by itself", async () => {
    const { fields } = await aBookingInput();
    const browser = aBrowser();
    const step = () => drawn("/booking?form=one&step=otp", cookiesOf(browser.jar), [pageOfBooking]);
    try {
      freezeClock(new Date());
      await browser.send("details", fields);
      await browser.send("verify", { otp: await codeOf(fields.phone!) });
      moveClock(10_000);
      expect((await browser.send("details", fields)).to).toBe("/booking?step=otp");
      expect(browser.jar.has("toast")).toBe(false);
      const counting = await step();
      expect(counting.text).toContain("The next one can be sent in 20 seconds.");
      expect(counting.text).not.toContain("We have sent");
      expect(counting.html).toMatch(/<button[^>]*data-seconds="20"[^>]*data-by-itself="code-by-itself"/);
      // The limit holds for who does not wait.
      expect((await browser.send("resend", {})).status).toBe(429);
      moveClock(20_000);
      await browser.send("resend", {});
      const codeStep = await step();
      expect(codeStep.text).toContain("We have sent a 6-digit OTP");
      expect(codeStep.html).not.toContain("data-by-itself");
    } finally {
      resetClock();
    }
  });

  test("sent twice, at once or again, one ticket is made and both answers lead to it", async () => {
    const { fields } = await aBookingInput();
    const browser = aBrowser();
    await browser.send("details", fields);
    const otp = await codeOf(fields.phone!);
    const first = await browser.send("verify", { otp });
    const again = await browser.send("verify", { otp });
    expect(again.to).toBe(first.to);
    expect((await browser.open("?step=otp")).to).toBe(first.to);
    expect(await ticketsOf(fields.phone!)).toHaveLength(1);
  });

  test("a browser whose answer was lost is known by the page the second press leads to, and no other browser is", async () => {
    const { fields } = await aBookingInput();
    const browser = aBrowser();
    await browser.send("details", fields);
    const before = new Map(browser.jar);
    const { to } = await browser.send("verify", { otp: await codeOf(fields.phone!) });
    const page = to!.replace("/booking", "");
    const known = async (jar: Jar) => (await visitorOf(jar.get("visitor")))?.phones ?? [];

    const stranger = aBrowser();
    await stranger.open(page);
    expect(await known(stranger.jar)).toEqual([]);

    browser.jar.clear();
    for (const [name, value] of before) browser.jar.set(name, value);
    await browser.open(page);
    expect(await known(browser.jar)).toEqual([fields.phone]);

    browser.jar.delete("visitor");
    try {
      moveClock(11 * minute);
      await browser.open(page);
      expect(await known(browser.jar)).toEqual([]);
    } finally {
      resetClock();
    }
  });

  test("what became wrong after the code is said on the first page, and no second code is asked for", async () => {
    const { fields } = await aBookingInput();
    const browser = aBrowser();
    const { title, id } = await anOffer();
    await browser.send("details", { ...fields, offerCode: title });
    await rows(sql`update offers set is_active = false where id = ${id}`);
    em().clear();
    expect((await browser.send("verify", { otp: await codeOf(fields.phone!) })).to).toBe("/booking");
    expect(browser.jar.has("proof")).toBe(true);
    expect((await browser.send("details", fields)).to).toMatch(/step=pay/);
  });

  test("without a draft there is nothing to confirm", async () => {
    expect((await aBrowser().open("?step=otp")).to).toBe("/booking");
    expect((await aBrowser().send("verify", { otp: "123456" })).to).toBe("/booking");
  });

  test("a time that passes before the code is typed is chosen again", async () => {
    const { fields } = await aBookingInput();
    const browser = aBrowser();
    try {
      freezeClock("2026-12-01T09:50:00+05:30");
      await browser.send("details", {
        ...fields,
        "timePreference.type": "SPECIFIC_DATE_AND_TIME",
        "timePreference.at:date": "2026-12-01",
        "timePreference.at:time": "10:00",
      });
      expect((await browser.open("?step=otp")).data).toMatchObject({ time: { at: "2026-12-01T04:30:00.000Z" } });
      freezeClock("2026-12-01T10:01:00+05:30");
      expect((await browser.open("?step=otp")).to).toBe("/booking");
      expect((await browser.open()).data).toMatchObject({ values: { houseNumber: "12" } });
    } finally {
      resetClock();
    }
  });
});

describe("after the booking", () => {
  test("fixed point 4: where nobody serves, no fee is asked and the demand is recorded", async () => {
    const { fields } = await aBookingInput();
    const browser = aBrowser();
    await browser.send("details", { ...fields, pincode: aPincode() });
    const { to } = await browser.send("verify", { otp: await codeOf(fields.phone!) });
    const { data } = await browser.open(to!.replace("/booking", ""));
    expect(data).toMatchObject({ step: "done", state: "noService" });
    expect(await ticketsOf(fields.phone!)).toHaveLength(1);
  });

  test("where nobody serves the last step names the pincode to who proved the phone, and to nobody else", async () => {
    const { fields } = await aBookingInput();
    const pincode = aPincode();
    const browser = aBrowser();
    await browser.send("details", { ...fields, pincode });
    const { to } = await browser.send("verify", { otp: await codeOf(fields.phone!) });
    const own = await drawn(to!, cookiesOf(browser.jar), [pageOfBooking]);
    expect(own.text).toContain(`We are looking for a center in ${pincode}.`);
    const bare = await drawn(to!, "", [pageOfBooking]);
    expect(bare.text).toContain("Your request is noted, and nothing is charged.");
    const { data } = await aBrowser().open(to!.replace("/booking", ""));
    for (const output of [bare.html, JSON.stringify(data)]) expect(output).not.toContain(pincode);
  });

  test("fixed point 14: the browser is filled in until it says 'Not you?'", async () => {
    const { fields } = await aBookingInput();
    const browser = aBrowser();
    await browser.send("details", fields);
    await browser.send("verify", { otp: await codeOf(fields.phone!) });
    const { name, phone, houseNumber } = fields;
    expect((await browser.open()).data).toMatchObject({ welcome: true, values: { name, phone, houseNumber } });
    expect((await browser.send("forget", {})).to).toBe("/booking?fresh=1");
    expect([...browser.jar.keys()]).toEqual([]);
    const { data } = await browser.open("?fresh=1");
    expect(data).toMatchObject({ welcome: false });
    expect(data.values).not.toHaveProperty("phone");
  });

  test("who left at the fee is offered to go on with it, in this browser and in one that proves the phone", async () => {
    const { fields, browser, to } = await aDueBooking();
    const id = to.split("ticket=")[1]!;
    const named = async (shown: Browser) =>
      ((await shown.open()).data.unpaid as { id: string }[]).map((each) => each.id);
    expect(await named(browser)).toEqual([id]);
    const page = await drawn("/booking?form=one", cookiesOf(browser.jar), [pageOfBooking]);
    expect(page.html).toContain(`href="/booking?step=pay&amp;ticket=${id}"`);
    expect(page.text).toContain("its fee is not paid yet");
    // The draft alone tells this browser; nobody else learns of it.
    browser.jar.delete("visitor");
    expect(await named(browser)).toEqual([id]);
    const other = aBrowser();
    expect(await named(other)).toEqual([]);

    // Booked elsewhere: something else is said after the code, the same goes on with the first.
    const elsewhere = { ...fields, houseNumber: "99" };
    moveClock(minute);
    try {
      await other.send("details", elsewhere);
      const second = (await other.send("verify", { otp: await codeOf(fields.phone!) })).to!.replace("/booking", "");
      expect((await other.open(second)).data.unpaid).toMatchObject([{ id }]);
      const third = aBrowser();
      moveClock(minute);
      await third.send("details", fields);
      expect((await third.send("verify", { otp: await codeOf(fields.phone!) })).to).toBe(`/booking${to}`);
    } finally {
      resetClock();
    }
    expect(await ticketsOf(fields.phone!)).toHaveLength(2);
  });

  test("a stranger with the link sees the fee of a request and nothing of the person", async () => {
    const { fields } = await aBookingInput();
    const browser = aBrowser();
    await browser.send("details", fields);
    await browser.send("verify", { otp: await codeOf(fields.phone!) });
    const [ticket] = await ticketsOf(fields.phone!);
    const { data } = await aBrowser().open(`?step=pay&ticket=${ticket!.public_id}`);
    expect(JSON.stringify(data)).not.toContain(fields.phone!);
    expect(JSON.stringify(data)).not.toContain(fields.name!);
  });

  test("Back after paying asks anew: no page of a payment is kept, and the paid step leads to what is next", async () => {
    const { browser, to } = await aDueBooking();
    const due = await browser.open(to);
    expect([due.data.step, due.stored]).toEqual(["pay", "private, no-store"]);
    const { order_id } = (due.data.gateway as { fields: Record<string, string> }).fields;
    await till.pay(order_id!);
    await till.settled();
    await till.deliver(...till.sent);
    em().clear();
    const done = to.replace("step=pay", "step=done");
    expect((await browser.open(to)).to).toBe(`/booking${done}`);
    const result = await browser.open(done);
    expect([result.data.state, result.stored]).toEqual(["created", "private, no-store"]);
  });

  test("a fee that is paid while its page is made leads to the last step, not to a refusal", async () => {
    const { browser, to } = await aDueBooking();
    const { order_id } = ((await browser.open(to)).data.gateway as { fields: Record<string, string> }).fields;
    const done = to.replace("step=pay", "step=done");
    const raced = await till.paidDuring(order_id!, () => browser.open(to));
    expect([raced.status, raced.to]).toEqual([303, `/booking${done}`]);
    expect((await browser.open(done)).data.state).toBe("created");
    // Loaded anew it leads there again.
    expect((await browser.open(to)).to).toBe(`/booking${done}`);
  });

  test("a second tab on the payment that the first one paid leads to the last step, whatever it does", async () => {
    const { browser, to } = await aDueBooking();
    const first = await browser.open(to);
    const second = await browser.open(to);
    expect(second.data.gateway).toEqual(first.data.gateway);
    const { order_id } = (first.data.gateway as { fields: Record<string, string> }).fields;
    const returned = async (fields: Record<string, string>) => {
      const request = new Request("http://localhost/payment/return", {
        method: "POST",
        body: new URLSearchParams(fields),
      });
      return ((await paymentReturn.action({ request, params: {} })) as Response).headers.get("location");
    };
    const done = `/booking${to.replace("step=pay", "step=done")}`;
    expect(await returned({ ...(await till.checkout(order_id!)) })).toBe(done);
    // The provider takes no second payment of the order; closing the checkout, its failure and 'check again' all lead on.
    expect(await till.pay(order_id!)).toBeUndefined();
    expect((await browser.open(`${to}&payment=closed`)).to).toBe(done);
    expect(await returned({ "error[metadata]": JSON.stringify({ order_id }) })).toBe(done);
    const ticketId = new URLSearchParams(to).get("ticket")!;
    expect((await browser.send("check", { ticketId })).to).toBe(done);
    const refunds = await rows(
      sql`select 1 from refunds r join orders o on o.id = r.order_id where o.provider_order_id = ${order_id}`,
    );
    expect(refunds).toEqual([]);
  });

  test("R045 who comes back without paying has what happened focused, before the button to try again", async () => {
    const { to } = await aDueBooking();
    const page = async (query: string) => (await drawn(`/booking${query}`, "", [pageOfBooking])).html;
    const back = await page(`${to}&payment=closed`);
    const notice = back.match(/<div[^>]*data-checkout-said[^>]*>/)?.[0];
    expect(notice).toMatch(/tabindex="-1"/i);
    expect(notice).toMatch(/autofocus=""/i);
    expect(back.indexOf("Payment failed! Your request not created")).toBeLessThan(
      back.indexOf("Try the payment again"),
    );
    // At first there is nothing to read, and the island has a place that takes the focus.
    const first = (await page(to)).match(/<div[^>]*data-checkout-said[^>]*>/)?.[0];
    expect(first).toMatch(/tabindex="-1"/i);
    expect(first).not.toMatch(/autofocus/i);
  });

  test("a draft is forgotten after its time", async () => {
    const { fields } = await aBookingInput();
    const browser = aBrowser();
    await browser.send("details", without(fields, "name"));
    expect((await browser.open()).data).toMatchObject({ values: { houseNumber: "12" } });
    try {
      moveClock(25 * hour);
      expect((await browser.open()).data.values).not.toHaveProperty("houseNumber");
    } finally {
      resetClock();
    }
  });
});

test("the gateway's address, loaded anew after a payment, is a page: it leads to what is next", async () => {
  const browser = aBrowser();
  const request = new Request("http://localhost/payment/return");
  const answer = (await paymentReturn.loader({ request, params: {} })) as Response;
  expect(answer.headers.get("location")).toBe("/booking?step=pay");
  expect((await browser.open("?step=pay")).to).toBe("/booking");
});

test("on a Hindi page services and vehicles have their Hindi names, and those without one the other", async () => {
  const named = await aService({ names: { hi: "एसी मरम्मत" } });
  const other = await aService();
  const vehicle = await aVehicle({ names: { hi: "ऑटो रिक्शा" } });
  try {
    // The names are held for a moment.
    freezeClock(new Date());
    moveClock(11_000);
    const hindi = await drawn("/booking?form=one", "lang=hi", [pageOfBooking], { locale: "hi" });
    expect(hindi.html).toContain(">एसी मरम्मत</option>");
    expect(hindi.html).toContain("ऑटो रिक्शा");
    expect(hindi.html).toContain(`>${other.serviceName}</option>`);
    const english = await drawn("/booking?form=one", "", [pageOfBooking]);
    expect(english.html).toContain(`>${named.serviceName}</option>`);
    expect(english.html).toContain(vehicle.vehicleType);
    expect(english.text).toContain("Immediately IMMEDIATELY");
  } finally {
    resetClock();
  }
});

describe("while messages would not be delivered", () => {
  afterEach(() => configure({ undeliverable: [] }));

  test("/booking and an e-rickshaw's page say so and have no form; a form that was open books nothing and keeps nothing", async () => {
    const { fields } = await aBookingInput();
    const browser = aBrowser();
    configure({ undeliverable: ["DLT_REGISTER is missing"] });
    const { qrId } = await qrOf(await aDriver());
    const pages = [
      await drawn("/booking?form=one", "", [pageOfBooking]),
      await drawn(`/bookingPickDrop/${qrId}`, "", [pageOfRide], { params: { id: qrId } }),
    ];
    for (const { status, text, html } of pages) {
      expect([status, text]).toEqual([200, expect.stringContaining(say("booking.notYet"))]);
      expect(html).not.toMatch(/<input[^>]+name="phone"/);
    }
    const { status, data: refused } = await browser.send("details", fields);
    expect([status, refused.problem]).toEqual([503, "booking.notYet"]);
    expect(browser.jar.has("draft")).toBe(false);
    expect(await ticketsOf(fields.phone!)).toEqual([]);
    expect(await rows(sql`select from otps where phone = ${fields.phone}`)).toEqual([]);
    configure({ undeliverable: [] });
    expect((await browser.open()).data.open).toBe(true);
  });
});
