import { expect, test } from "vitest";
import { drawn } from "#app/testing/a-page.tsx";
import { fromNow, hour, now, showDateTime } from "#modules/kernel/clock.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aDealerQr, anAddress, aPincode, aService, aTicket, qrOf } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { loader as pincodePage } from "../pincode.ts";
import * as pageOfBooking from "./route.tsx";

/* What the public pages promise is so. */

openDatabase();
const till = openTill();

const bookingOf = (id?: string) =>
  drawn(`/booking${id ? `/${id}` : ""}?form=one`, "", [pageOfBooking], id ? { params: { id } } : {});

test("a service center is called verified where it is, and nowhere else", async () => {
  expect((await bookingOf()).text).toContain("A service center near you takes over.");
  for (const verifiedAt of [now(), null]) {
    const { qrId } = await qrOf(await aCenter({ verifiedAt }));
    expect(/verified service center/.test((await bookingOf(qrId)).text), String(verifiedAt)).toBe(verifiedAt !== null);
  }
});

test("the page of a center's QR code offers that center's services first, and says who gets what it cannot take", async () => {
  const own = await aService();
  const other = await aService();
  const { qrId } = await qrOf(await aCenter({ centerName: "Own Works", services: [own] }));
  const { html, text } = await bookingOf(qrId);
  const groups = [...html.matchAll(/<optgroup label="([^"]*)">(.*?)<\/optgroup>/g)];
  expect(groups.map(([, label]) => label)).toEqual(["Services of Own Works", "Other services"]);
  expect(groups[0]?.[2]).toContain(own.id);
  expect(groups[0]?.[2]).not.toContain(other.id);
  expect(groups[1]?.[2]).toContain(other.id);
  expect(text).toContain("Your request goes to Own Works first.");
  expect(text).toContain("it goes to other service centers near you");

  // A dealer has no services of its own, and neither has a booking without a code.
  for (const id of [(await aDealerQr()).qrId, undefined]) expect((await bookingOf(id)).html).not.toContain("<optgroup");
});

test("R045 after a payment that failed the page says what is true: nothing was charged, and the request waits for it", async () => {
  const ticket = await aTicket({ bookingFeePaise: toPaise(9900) });
  await till.anOrder({ ticketId: ticket.id });
  for (const how of ["failed", "closed"]) {
    const { text } = await drawn(`/booking?step=pay&ticket=${ticket.publicId}&payment=${how}`, "", [pageOfBooking]);
    const at = text.indexOf("Payment failed! Your request not created");
    expect(at, how).toBeGreaterThan(0);
    const beneath = text.slice(at);
    expect(beneath).toContain("Nothing was charged.");
    expect(beneath).toContain(`Your request ${ticket.ticketId} is saved, and nobody is asked until it is paid.`);
    expect(beneath).toContain("You can pay again here.");
    expect(beneath).toContain("Try the payment again");
    expect(beneath).toMatch(
      /When it comes back ?Nobody accepts within 24 hours ?₹99 back, by itself ?They do not come ?₹99 back/,
    );
  }
});

test("whether anybody serves a pincode is said with its place, for the chosen service too", async () => {
  const ask = async (pincode: string, service?: string) =>
    (await (pincodePage as (args: object) => Promise<Response>)({
      request: new Request(`http://localhost/pincodes/${pincode}${service ? `?service=${service}` : ""}`),
      params: { pincode },
      context: { address: anAddress() },
    })) as Response;
  const served = async (pincode: string, service?: string) => (await (await ask(pincode, service)).json()).served;
  const own = await aService();
  const other = await aService();
  const pincode = aPincode();
  const empty = aPincode();
  await aCenter({ services: [own], pincodes: [pincode] });
  expect([await served(pincode), await served(pincode, own.id)]).toEqual([true, true]);
  expect([await served(pincode, other.id), await served(empty), await served(empty, own.id)]).toEqual([
    false,
    false,
    false,
  ]);
  // A center that may get no request serves nobody.
  const closed = aPincode();
  await aCenter({ services: [own], pincodes: [closed], broadcastDisabled: true });
  await aCenter({
    services: [own],
    pincodes: [closed],
    subscribeEndDate: null,
    createdAt: new Date("2020-01-01"),
  });
  expect(await served(closed, own.id)).toBe(false);
  // A center that registers is found within minutes.
  expect((await ask(pincode)).headers.get("cache-control")).toBe("public, max-age=300");
  expect((await ask(pincode, "x")).status).toBe(422);
});

test("the payment says until when cancelling is free, and that it is not where the visit is close", async () => {
  const pageOf = async (at: Date) => {
    const ticket = await aTicket({
      bookingFeePaise: toPaise(9900),
      timePreferenceType: "SPECIFIC_DATE_AND_TIME",
      specificDateTime: at,
    });
    await till.anOrder({ ticketId: ticket.id });
    return (await drawn(`/booking?step=pay&ticket=${ticket.publicId}`, "", [pageOfBooking])).text;
  };
  const far = fromNow(30 * hour);
  expect(await pageOf(far)).toContain(
    `You cancel before a center says yes, or until ${showDateTime(new Date(far.getTime() - 3 * hour))}`,
  );
  const close = fromNow(2 * hour);
  const text = await pageOf(close);
  expect(text).toMatch(/You cancel before a center says yes ?₹99 back ?You cancel after that ?₹99 stays/);
  expect(text).toContain(`Less than 3 hours are left until ${showDateTime(close)}.`);
});
