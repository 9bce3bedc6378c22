import { expect, test } from "vitest";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { otpRequested } from "#modules/access/index.ts";
import { moveClock, resetClock } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aDriver, aPhone, aPincode, aService } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import * as registration from "../../public/registration/route.tsx";
import * as frame from "../frame/route.tsx";
import * as inbox from "../inbox/route.tsx";
import * as login from "./route.tsx";

openDatabase();

const codes = new Map<string, string>();
hear(otpRequested, async ({ sealed }) => {
  const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
  codes.set(phone, code);
});

const codeField = /<input[^>]*name="otp"/;
const page = (path: string, cookie: string) => drawn(path, cookie, [login]);

test("the phone of a login stands in no address: its browser keeps it, sealed, and no other is shown it", async () => {
  const { phone } = await aCenter();
  const codeAnswer = await sent("/login", "", login, { intent: "send", phone });
  expect(codeAnswer.to).toBe("/login?step=code");
  expect(codeAnswer.cookie).not.toContain(phone);
  const step = await page("/login?step=code", codeAnswer.cookie);
  expect(step.html).toMatch(codeField);
  expect(step.html).toContain(`value="${phone}"`);
  expect((await page("/login", codeAnswer.cookie)).html).toContain(`value="${phone}"`);
  for (const cookie of ["", "typed_phone=made-up"]) {
    const elsewhere = await page("/login?step=code", cookie);
    expect(elsewhere.status).toBe(200);
    expect(elsewhere.html).not.toMatch(codeField);
  }

  const entered = await sent("/login", codeAnswer.cookie, login, { intent: "login", phone, otp: codes.get(phone)! });
  expect(entered.to).toBe("/brodcast-requests");
  expect(entered.cookie).not.toContain("typed_phone");
});

test("R119 the last page of a registration needs one, and the login it leads to has its phone filled in", async () => {
  const { id } = await aService();
  const other = await aService();
  const phone = aPhone();
  const pincode = aPincode();
  const place = { addressLine: "1 MG Road", city: "Pune", state: "Maharashtra", pincode, additionalPincode: pincode };
  const shop = { centerName: "New Shop", phone, primaryServiceId: id, secondaryServiceId: other.id };
  const done = (cookie: string) => drawn("/registration?step=done", cookie, [registration]);
  expect((await done("")).to).toBe("/registration");

  const twice = { intent: "send", noOfTechnicians: "2", ...shop, secondaryServiceId: id, ...place };
  expect((await sent("/registration", "", registration, twice)).shown).toMatchObject({
    errors: { secondaryServiceId: "center.sameService" },
  });
  const typed = await sent("/registration", "", registration, {
    intent: "send",
    noOfTechnicians: "2",
    ...shop,
    ...place,
  });
  expect(typed.to).toBe("/registration?step=otp");
  expect((await done(typed.cookie)).to).toBe("/registration");
  const otp = codes.get(phone)!;
  const confirmed = await sent("/registration", typed.cookie, registration, { intent: "verify", phone, otp });
  expect(confirmed.to).toBe("/registration?step=done");
  const last = await done(confirmed.cookie);
  expect(last.html).toContain("Registered successfully\u00a0, Please Login");
  expect((await page("/login", confirmed.cookie)).html).toContain(`value="${phone}"`);

  // Within 30 seconds of the registration's code the login leads to a page that counts down and sends its own by itself.
  const early = await sent("/login", confirmed.cookie, login, { intent: "send", phone });
  expect(early.to).toBe("/login?step=code");
  expect(codes.get(phone)).toBe(otp);
  const counting = await page("/login?step=code", early.cookie);
  expect(counting.text).toMatch(/The next one can be sent in (30|29|28|27|26|25) seconds/);
  expect(counting.html).toMatch(/<button[^>]*data-seconds="\d+"[^>]*data-by-itself="code-by-itself"/);
  expect(counting.html).toMatch(/<noscript><p>Please press the button below then\.<\/p><\/noscript>/);
  // Another browser is refused, and promised nothing.
  expect((await sent("/login", "", login, { intent: "send", phone })).shown).toMatchObject({ problem: "otp.wait" });
  try {
    moveClock(30_000);
    const later = await sent("/login?step=code", early.cookie, login, { intent: "send", phone });
    expect(later.to).toBe("/login?step=code");
    expect(codes.get(phone)).not.toBe(otp);
    const sentNow = await page("/login?step=code", later.cookie);
    expect(sentNow.html).not.toContain("data-by-itself");
    expect(sentNow.text).toContain("Enter the code from the SMS.");
  } finally {
    resetClock();
  }
});

test("a driver's console begins with his day sheet and has no technicians in its menu; other centers begin with New Tickets", async () => {
  const menuOf = async (center: { phone: string }) => {
    const codeAnswer = await sent("/login", "", login, { intent: "send", phone: center.phone });
    const entering = { intent: "login", phone: center.phone, otp: codes.get(center.phone)! };
    const entered = await sent("/login", codeAnswer.cookie, login, entering);
    const { html } = await drawn("/inbox", entered.cookie, [frame, inbox]);
    const menu = /<nav[^>]*>(.*?)<\/nav>/s.exec(html)![1]!;
    return { to: entered.to, menu: [...menu.matchAll(/href="([^"]+)"/g)].map(([, to]) => to) };
  };
  const driver = await menuOf(await aDriver());
  expect([driver.to, driver.menu[0]]).toEqual(["/rides", "/rides"]);
  expect(driver.menu).not.toContain("/Technicians");
  const other = await menuOf(await aCenter());
  expect([other.to, other.menu[0]]).toEqual(["/brodcast-requests", "/center-dashboard"]);
  expect(other.menu).toContain("/Technicians");
  expect(other.menu).not.toContain("/rides");
});
