import { expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { env } from "#modules/kernel/env.server.ts";
import { type MessageKey, say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aDealerQr,
  aService,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
  aVehicle,
  qrOf,
} from "#modules/testing/factories.ts";
import { lettersOf, pagesOf, prints, qrIn } from "#modules/testing/pdf.ts";
import { qrPoster } from "../index.ts";

openDatabase();

test("a center's poster is one page of A4 or A5 that says whose it is, in Hindi and English, and whose code leads to the booking", async () => {
  const center = await aCenter({ centerName: "श्रीराम Cool Care" });
  const { qrId } = await qrOf(center);
  const address = `${env.publicUrl}/booking/${qrId}`;
  for (const [size, page] of [
    ["A4", [595, 842]],
    ["A5", [420, 595]],
  ] as const) {
    const { pdf, name, facts } = await qrPoster(asCenter(center), { size });
    expect(name).toBe(`${qrId}-${size}.pdf`);
    expect(facts).toEqual({ qrId, kind: "center", name: "श्रीराम Cool Care", ride: false, address });
    expect(pagesOf(pdf)).toEqual([page]);
    expect(qrIn(pdf)).toBe(address);
    const letters = lettersOf(pdf);
    expect(letters).toContain(qrId);
    expect(letters).toContain(address);
    for (const printed of [env.productName, env.productTagline, "श्रीराम Cool Care"])
      expect({ printed, is: prints(letters, printed) }).toEqual({ printed, is: true });
    for (const key of ["poster.home", "poster.step.scan", "poster.step.say", "poster.step.come"] as const)
      for (const locale of ["en", "hi"] as const)
        expect({ key, locale, is: prints(letters, say(key, {}, locale)) }).toEqual({ key, locale, is: true });
  }
});

test.each([
  ["long name", `${"श्री कृष्णप्रिया इलेक्ट्रिकल्स ".repeat(5)}बेंगलुरु`, "बेंगलुरु"],
  ["long word, parted between its letters", "ಶ್ರೀಲಕ್ಷ್ಮೀ".repeat(8), "ಶ್ರೀಲಕ್ಷ್ಮೀ".repeat(3)],
  ["long word from right to left", "الیکٹرک".repeat(9), "الیکٹرک".repeat(3)],
])("a %s stays on the one page", async (_, centerName, whole) => {
  const { pdf } = await qrPoster(asCenter(await aCenter({ centerName })), { size: "A5" });
  expect(pagesOf(pdf)).toHaveLength(1);
  expect(prints(lettersOf(pdf), whole)).toBe(true);
});

test("the poster of an e-rickshaw offers a ride, no technician", async () => {
  const services = [await aService({ pickDrop: true })];
  const center = await aCenter({ services, vehicleId: (await aVehicle({ eRickshaw: true })).id });
  const { facts, pdf } = await qrPoster(asCenter(center), { size: "A5" });
  expect(facts.ride).toBe(true);
  const printed = (key: MessageKey) => prints(lettersOf(pdf), say(key));
  for (const key of ["poster.ride", "poster.step.where", "poster.step.ride"] as const) expect(printed(key)).toBe(true);
  for (const key of ["poster.step.say", "poster.step.come"] as const) expect(printed(key)).toBe(false);
});

test("a dealer's poster has the dealer's name; the operator's people make it, in whatever case the id is written", async () => {
  const dealer = await aDealerQr({ name: "Sharma Paints" });
  const { pdf, facts } = await qrPoster(system("cli"), { qrId: dealer.qrId.toLowerCase(), size: "A4" });
  expect(facts).toMatchObject({ qrId: dealer.qrId, kind: "dealer", name: "Sharma Paints" });
  expect(qrIn(pdf)).toBe(`${env.publicUrl}/booking/${dealer.qrId}`);
  expect((await qrPoster(asAdmin(), { qrId: dealer.qrId, size: "A4" })).facts.qrId).toBe(dealer.qrId);
});

test("a poster has the partner's name in every script, and a name from right to left begins at the right", async () => {
  const lettersFor = async (name: string) => {
    const { qrId } = await aDealerQr({ name });
    const { pdf } = await qrPoster(system("cli"), { qrId, size: "A5" });
    expect(pagesOf(pdf)).toHaveLength(1);
    return lettersOf(pdf);
  };
  for (const name of ["શ્રીકૃષ્ણ ઇલેક્ટ્રિકલ્સ", "ஸ்ரீ லக்ஷ்மி & Sons", "ശ്രീകൃഷ്ണ ഇലക്ട്രിക്കൽസ്", "ਗੁਰਪ੍ਰੀਤ ਇਲੈਕਟ੍ਰਿਕ"])
    expect({ name, is: prints(await lettersFor(name), name) }).toEqual({ name, is: true });
  const backwards = (word: string) => [...word].reverse().join("");
  expect(await lettersFor("خان & Sons (دہلی)")).toContain(
    `)${backwards("دہلی")}(Sons&${backwards("خان")}`.replace(/[()]/g, (sign) => (sign === "(" ? ")" : "(")),
  );
  expect(await lettersFor("Sons of خان محل 24")).toContain(`Sonsof24${backwards("محل")}${backwards("خان")}`);
});

test("H13 a center makes no poster of another center's code or a dealer's; strangers and unpermitted admins make none", async () => {
  const center = await aCenter();
  const other = await aCenter();
  for (const { qrId } of [await qrOf(other), await aDealerQr()])
    await expect(qrPoster(asCenter(center), { qrId, size: "A4" })).rejects.toMatchObject({ kind: "missing" });
  const { qrId } = await qrOf(center);
  for (const actor of [
    asVisitor(),
    asTechnician(await aTechnician({ center })),
    asAdmin(undefined, { permissions: [] }),
  ])
    await expect(qrPoster(actor, { qrId, size: "A4" })).rejects.toMatchObject({ kind: "denied" });
  const none = await aCenter({ qrId: null });
  await expect(qrPoster(asCenter(none), { size: "A4" })).rejects.toMatchObject({ key: "qr.notFound" });
});

test("who made a poster is in its code's history, a dealer's as a center's; what was only tried is not", async () => {
  const center = await aCenter();
  const own = await qrOf(center);
  const dealer = await aDealerQr();
  await qrPoster(asCenter(center), { size: "A4" });
  await qrPoster(system("cli"), { qrId: own.qrId, size: "A5" });
  await qrPoster(system("cli"), { qrId: dealer.qrId, size: "A5" });
  await qrPoster(system("cli"), { qrId: dealer.qrId, size: "A4", dryRun: true });
  const eventsOf = (id: string) =>
    historyOf("qr", id).then((entries) => entries.map(({ event, actor_kind, data }) => [event, actor_kind, data.size]));
  expect(await eventsOf(own.id)).toEqual([
    ["qr.posterMade", "center", "A4"],
    ["qr.posterMade", "system:cli", "A5"],
  ]);
  expect(await eventsOf(dealer.id)).toEqual([["qr.posterMade", "system:cli", "A5"]]);
});

test("a code that was switched off has no poster", async () => {
  const { qrId } = await aDealerQr({ status: "INACTIVE" });
  await expect(qrPoster(system("cli"), { qrId, size: "A4" })).rejects.toMatchObject({
    kind: "conflict",
    key: "qr.revoked",
  });
});
