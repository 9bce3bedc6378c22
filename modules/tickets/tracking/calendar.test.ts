import { afterEach, expect, test } from "vitest";
import { freezeClock, fromIst, resetClock } from "#modules/kernel/clock.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, aService, asVisitor, aTicket } from "#modules/testing/factories.ts";
import { visitCalendar } from "../index.ts";

openDatabase();
afterEach(resetClock);

const wanted = {
  timePreferenceType: "SPECIFIC_DATE_AND_TIME",
  specificDateTime: fromIst("2026-12-04", "16:00"),
} as const;

test("whoever has the link of an agreed visit has its window for a calendar, and nothing about the customer", async () => {
  freezeClock(fromIst("2026-12-01", "10:00"));
  const service = await aService({ serviceName: "PLUMBING; AC, \\ HEATING" });
  const center = await aCenter({ services: [service], centerName: "Sampige एसी और प्लंबिंग, सभी तरह की मरम्मत की दुकान" });
  const ticket = await anAcceptedTicket(center, { ...wanted, serviceId: service.id, name: "Meera Canary" });
  const { name, text } = await visitCalendar(asVisitor(), ticket.publicId, "en");
  expect(name).toBe(`${ticket.ticketId}.ics`);
  const lines = text.split("\r\n");
  expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(["BEGIN:VCALENDAR", "END:VCALENDAR", ""]);
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const whole = text.replaceAll("\r\n ", "");
  // 16:00 to 18:00 in India.
  expect(whole).toContain("DTSTART:20261204T103000Z\r\nDTEND:20261204T123000Z\r\n");
  expect(whole).toContain("SUMMARY:PLUMBING\\; AC\\, \\\\ HEATING · ");
  expect(whole).toContain(`ServiceStatus/?${ticket.publicId}`);
  for (const secret of [ticket.name, ticket.phone, ticket.houseNumber]) expect(whole).not.toContain(secret);
});

test("there is no calendar without a window ahead: not before a center has it, without a time, or when it is over", async () => {
  freezeClock(fromIst("2026-12-01", "10:00"));
  const center = await aCenter();
  const pending = await aTicket(wanted);
  const soon = await anAcceptedTicket(center);
  const agreed = await anAcceptedTicket(center, wanted);
  for (const { publicId } of [pending, soon])
    await expect(visitCalendar(asVisitor(), publicId, "en")).rejects.toMatchObject({ key: "ticket.notFound" });
  freezeClock(fromIst("2026-12-04", "18:00"));
  await expect(visitCalendar(asVisitor(), agreed.publicId, "en")).rejects.toMatchObject({ key: "ticket.notFound" });
});
