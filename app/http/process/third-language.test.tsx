import { rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Outlet } from "@remix-run/react";
import { afterAll, expect, test, vi } from "vitest";
import { Layout } from "#app/root.tsx";
import * as services from "#app/routes/admin/services/route.tsx";
import * as blogs from "#app/routes/public/blogs/route.tsx";
import * as bookingPage from "#app/routes/public/booking/route.tsx";
import * as language from "#app/routes/system/language.ts";
import { aDesk } from "#app/testing/a-desk.ts";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { requestOtp } from "#modules/access/index.ts";
import { addService, getService } from "#modules/catalog/index.ts";
import { AddService } from "#modules/catalog/shared.ts";
import { qrPoster } from "#modules/centers/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { freezeClock, moveClock, resetClock, showDateTime } from "#modules/kernel/clock.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { fallbacks, locales, say } from "#modules/messages/index.ts";
import { templateProblems } from "#modules/notifications/index.ts";
import { notificationJobs } from "#modules/notifications/jobs.ts";
import { sendSms } from "#modules/notifications/providers/sms.server.ts";
import { sendWhatsapp } from "#modules/notifications/providers/whatsapp.server.ts";
import { otpTemplate } from "#modules/notifications/templates/otp-template.ts";
import { templateOn } from "#modules/notifications/templates/templates.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aDealerQr, anAddress, aPhone } from "#modules/testing/factories.ts";
import { lettersOf, pagesOf, prints, qrIn } from "#modules/testing/pdf.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { aPhoto } from "#modules/testing/work.ts";
import { localeOf } from "../request/locale.server.ts";
import { metrics } from "./measure.ts";
import { measureTexts } from "./measure-texts.server.ts";

/*
 * A language is one folder: beside those of the product there is one here, with a few texts, messages and names in Tamil,
 * and no other change. A second one, Marathi, has less.
 */

const folder = await vi.hoisted(async () => {
  const { mkdirSync, mkdtempSync, writeFileSync } = await import("node:fs");
  const { tmpdir } = await import("node:os");
  const made = mkdtempSync(`${tmpdir()}/third-language-`);
  writeFileSync(
    `${made}/index.ts`,
    `export const texts = {
  "common.language": "மொழி",
  "state.TN": "தமிழ்நாடு",
  "uploads.create": "{n} கோரிக்கைகளை உருவாக்கு",
  "uploads.create.one": "{n} கோரிக்கையை உருவாக்கு",
  "poster.home": "வீட்டு சேவை அல்லது பழுது? ஸ்கேன் செய்து பதிவு செய்யுங்கள்.",
  "poster.step.scan": "தொலைபேசி கேமராவால் குறியீட்டை ஸ்கேன் செய்யுங்கள்",
  "poster.step.say": "என்ன வேலை, எப்போது என்று சொல்லுங்கள்",
  "poster.step.come": "தொழில்நுட்பர் உங்கள் வீட்டுக்கு வருவார்",
  "poster.noApp": "செயலி தேவையில்லை.",
  "poster.qrId": "QR எண்",
};
`,
  );
  writeFileSync(
    `${made}/templates.ts`,
    `export const templates = {
  otp: { sms: "[brand] OTP {code}, 5 நிமிடம்.\\n@[host] #{code}", registered: 900 },
  passwordChanged: { sms: "[brand]: கடவுச்சொல் மாறியது." },
  bookingConfirmed: { whatsapp: "[brand] கோரிக்கை {number}: {link} நன்றி.", approved: true },
  happyCodes: { whatsapp: "[brand]: {happy}, {unhappy}." },
  centerPapers: { title: "ஆவணம்", sms: "[brand]: ஆவணம் ஏற்கப்படவில்லை." },
};
`,
  );
  mkdirSync(`${made}/mr`);
  writeFileSync(`${made}/mr/index.ts`, 'export const texts = { "poster.home": "अर्धवट" };');
  writeFileSync(
    `${made}/mr/templates.ts`,
    'export const templates = { otpPlain: { sms: "[brand] चा OTP {code} आहे.", registered: 901 } };',
  );
  writeFileSync(`${made}/usual-names.ts`, 'export const usualNames = { PLUMBING: "குழாய் பணி" };');
  return made;
});
vi.mock("#modules/messages/folders.ts", async (original) => {
  const { languageFolders } = await original<typeof import("#modules/messages/folders.ts")>();
  const ta = pathToFileURL(path.join(folder, "index.ts")).href;
  const mr = pathToFileURL(path.join(folder, "mr", "index.ts")).href;
  return { languageFolders: () => ({ ...languageFolders(), ta, mr }) };
});

openDatabase();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = {
  loader: () => null,
  default: () => (
    <Layout>
      <Outlet />
    </Layout>
  ),
};
const read = (cookie: string, locale: string) => drawn("/blogs", cookie, [page, blogs], { locale });

test("a page is read in it, and in English where it has no text, which is counted", async () => {
  expect(locales[0]).toBe("en");
  expect(locales).toContain("ta");
  const { html } = await read("lang=ta", "ta");
  expect(html).toContain('<html lang="ta"');
  expect(html).toContain('title="மொழி"');
  expect(html).toContain(say("shell.skip"));
  expect(fallbacks.get("ta")).toBeGreaterThan(5);
  measureTexts();
  expect((await metrics()).body).toMatch(/texts_said_in_english_total\{language="ta"\} \d\d/);
  expect(say("uploads.create", { count: 1, n: 1 }, "ta")).toContain("கோரிக்கையை");
  expect(say("uploads.create", { count: 2, n: 2 }, "ta")).toContain("கோரிக்கைகளை");
  expect(say("walletDesk.times", { count: 1, n: 1 }, "ta")).toBe("1 transaction");
});

test("every page offers it by its own name, a browser that prefers it gets it, and whoever chooses it keeps it", async () => {
  const { html } = await read("", "en");
  expect(html).toMatch(/<button[^>]+value="hi"[^>]*>.*?हिन्दी<\/button>.*<button[^>]+value="ta"[^>]*>.*?தமிழ்<\/button>/);
  expect(localeOf(new Request("http://localhost/", { headers: { "accept-language": "ta-IN,hi;q=0.5" } }))).toBe("ta");
  const { cookie } = await sent("/language", "", language, { lang: "ta", to: "/blogs" });
  expect(cookie).toContain("lang=ta");
});

test("days and times are those of Intl", () => {
  expect(showDateTime("2026-11-21T14:24:00Z", "ta")).toMatch(/நவ.*மாலை 7:54/);
});

test("a service begins with its usual name in it, is named in it by its form, and is shown by that name", async () => {
  const added = AddService.parse({ serviceName: "plumbing" });
  const { id, names } = await addService(system("third language"), added, await aPhoto());
  expect(names).toEqual({ hi: "प्लंबिंग", ta: "குழாய் பணி" });
  const form = `/admin-dashboard?act=edit&of=${id}`;
  const desk = await aDesk();
  const { html } = await drawn(form, desk, [services]);
  expect(html).toMatch(/>Name in தமிழ் <.*?<input[^>]* name="names.ta"[^>]* value="குழாய் பணி"/);
  // The form sends a field for each language.
  const fields = new Map(locales.slice(1).map((locale) => [`names.${locale}`, ""]));
  fields.set("intent", "edit").set("serviceId", id).set("serviceName", "plumbing").set("names.ta", "குழாய்கள்");
  expect(await sent(form, desk, services, Object.fromEntries(fields))).toMatchObject({ status: 303 });
  expect((await getService(id)).names).toEqual({ ta: "குழாய்கள்" });
  try {
    // The names are held for a moment.
    freezeClock(new Date());
    moveClock(11_000);
    const booking = await drawn("/booking?form=one", "lang=ta", [bookingPage], { locale: "ta" });
    expect(booking.html).toContain(">குழாய்கள்</option>");
  } finally {
    resetClock();
  }
});

test("a registered message is sent in it; one that its folder lacks, or has not registered, in English, which is counted", async () => {
  const sandbox = await serveSandbox();
  const phone = aPhone();
  const sentBy = async (send: () => Promise<unknown>) => {
    const before = fallbacks.get("ta") ?? 0;
    await send();
    const [message] = await outboxMessages(phone);
    return { text: message!.text, inEnglish: (fallbacks.get("ta") ?? 0) - before };
  };
  try {
    await requestOtp({ phone, purpose: "booking", address: anAddress(), locale: "ta" });
    const otp = await sentBy(() => drain(notificationJobs));
    expect(otp.text).toMatch(/^GharSeva OTP (\d{6}), 5 நிமிடம்\.\n@localhost #\1$/);
    expect(otp.inEnglish).toBe(0);
    const values = { number: "REQ-261120-4F7K", link: "http://localhost:3000/ServiceStatus/?abc" };
    expect(await sentBy(() => sendWhatsapp(phone, "bookingConfirmed", values, "ta"))).toEqual({
      text: expect.stringMatching(/கோரிக்கை REQ-261120-4F7K: .* நன்றி/),
      inEnglish: 0,
    });
    expect(await sentBy(() => sendWhatsapp(phone, "requestUpdate", values, "ta"))).toEqual({
      text: expect.stringMatching(/^There is news about your GharSeva request/),
      inEnglish: 1,
    });
    expect(await sentBy(() => sendWhatsapp(phone, "happyCodes", { happy: 1234, unhappy: 5678 }, "ta"))).toEqual({
      text: expect.stringMatching(/^GharSeva: when the work is done/),
      inEnglish: 1,
    });
    expect(await sentBy(() => sendSms(phone, "passwordChanged", {}, "ta"))).toEqual({
      text: expect.stringMatching(/^The password of your GharSeva account/),
      inEnglish: 1,
    });
    expect(templateOn("centerPapers", "push", "ta")).toMatchObject({ title: "ஆவணம்", locale: "ta" });
    // Its own words go before the line that a phone fills the code in by, which only English has.
    expect([otpTemplate("ta"), otpTemplate("mr")]).toEqual(["otp", "otpPlain"]);
    expect(templateOn("otpPlain", "sms", "mr")).toMatchObject({ locale: "mr" });
    expect(templateProblems()).toEqual([]);
  } finally {
    await sandbox.stop();
  }
});

test("a poster is in each language that has all its texts, on one page that is scanned", async () => {
  const { qrId } = await aDealerQr({ name: "श्री कृष्णप्रिया इलेक्ट्रिकल्स ".repeat(5) });
  for (const size of ["A4", "A5"] as const) {
    const { pdf, facts } = await qrPoster(system("third language"), { qrId, size });
    expect(pagesOf(pdf)).toHaveLength(1);
    expect(qrIn(pdf)).toBe(facts.address);
    const letters = lettersOf(pdf);
    for (const key of ["poster.home", "poster.step.scan", "poster.step.say", "poster.step.come"] as const)
      for (const locale of ["hi", "ta", "en"])
        expect({ key, locale, is: prints(letters, say(key, {}, locale)) }).toEqual({ key, locale, is: true });
    expect(prints(letters, "अर्धवट")).toBe(false);
  }
});
