import { sql } from "kysely";
import { expect, test } from "vitest";
import { knockAt, webDoors } from "#app/testing/access/knock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";

openDatabase();

/*
 * Input from an address or from another site's redirect is parsed by our types as well. All such inputs, with broken
 * escapes and bytes, are tried by `npm run fuzz`.
 */

const doors = await webDoors();

test.each([
  ["/booking/:id?", "/booking/%00", "404"],
  ["/booking/:id?", "/booking/INA0001%00?step=otp", "404"],
  ["/booking/:id?", "/booking/INA%1F?step=done&ticket=%00", "ok"],
  ["/bookingPickDrop/:id", "/bookingPickDrop/%00", "404"],
  ["/bookingPickDrop/:id", "/bookingPickDrop/INA0001?ride=%00", "404"],
  ["/serviceStatus", "/ServiceStatus/?%00", "404"],
  ["/serviceStatus", "/ServiceStatus/?id=a%00b", "404"],
  ["/registration/:centerOnboarderId?", "/registration/%00", "ok"],
  ["/feedback/:token?", "/feedback/%00", "404"],
  ["/files/:id", "/files/%00", "404"],
  ["/invoices/:ticketId", "/invoices/%00", "404"],
  ["/pincodes/:pincode", "/pincodes/%00", "422"],
  ["/live/ticket", "/live/ticket?id=%00", "422"],
])("GET %s: %s is answered %s", async (pattern, to, outcome) => {
  expect((await knockAt(doors.get(`GET ${pattern}`), "GET", { to }, {})).outcome).toBe(outcome);
});

test.each(['{"order_id":"a\\u0000b"}', '{"order_id":"\\ud800"}', '{"order_id":{"a":1}}', "null", "\0"])(
  "a checkout that comes back failed and names the order %j is proved by nothing",
  async (named) => {
    const ask = { to: "/payment/return", form: { "error[metadata]": named } };
    const { outcome, text } = await knockAt(doors.get("POST /payment/return"), "POST", ask, {});
    expect([outcome, text]).toEqual(["bad", expect.stringContaining("payment.notProven")]);
  },
);

test("what is typed is kept as a draft, without what cannot be kept", async () => {
  const typed = { intent: "details", name: "Asha\0 Rao", houseNumber: `${"x".repeat(299)}👩`, phone: "9\x01" };
  const { outcome, text } = await knockAt(doors.get("POST /booking/:id?"), "POST", { to: "/booking", form: typed }, {});
  expect([outcome, text]).toEqual(["422", expect.stringContaining('"name":"form.characters"')]);
  const drafts = await rows<{ fields: Record<string, string> }>(sql`select fields from booking_drafts`);
  expect(drafts.map(({ fields }) => [fields.name, fields.houseNumber])).toEqual([["Asha Rao", "x".repeat(299)]]);
});
