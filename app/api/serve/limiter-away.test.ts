import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loader as centerLoginPage } from "#app/routes/center/login/route.tsx";
import { otpRequested } from "#modules/access/index.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { asOwner, openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, aPhone, aTicket, qrOf } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* R12: while the limiter's table is unreachable, what costs money or guards a door is refused; reading works. */

const sent = new Map<string, string>();
hear(otpRequested, async ({ sealed }) => {
  const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
  sent.set(phone, code);
});

async function ask(method: "GET" | "POST", path: string, body?: object) {
  const { status } = await serve({
    request: new Request(`http://localhost/api/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    }),
    params: {},
    context: { address: anAddress(), requestId: "away" },
  });
  return status;
}

const known = aPhone();
beforeAll(async () => {
  expect(await ask("POST", "consumerAppAppRoute/sent-otp-by-web", { mobile_number: known })).toBe(200);
  await asOwner("alter table rate_limits rename to rate_limits_away");
});
afterAll(() => asOwner("alter table rate_limits_away rename to rate_limits"));

test("R12 codes are neither sent nor checked, and no admin signs in", async () => {
  const phone = aPhone();
  expect(await ask("POST", "consumerAppAppRoute/sent-otp-by-web", { mobile_number: phone })).toBe(429);
  expect(await ask("POST", "center/sent-otp?action=login", { mobile_number: phone })).toBe(429);
  expect(await ask("POST", "technicianApp/sent-otp", { mobile_number: phone })).toBe(429);
  expect(await rows(sql`select 1 from otps where phone = ${phone}`)).toEqual([]);
  const right = { mobile_number: known, otp: sent.get(known)! };
  expect(await ask("POST", "consumerAppAppRoute/verify-otp-by-web", right)).toBe(429);
  expect(await rows(sql`select tries from otps where phone = ${known}`), "nothing was compared").toEqual([
    { tries: 0 },
  ]);
  expect(await ask("POST", "admin/login", { user_name: "superadmin", password: "Demo@2026" })).toBe(429);
});

test("R12 pages, requests by their link and public look-ups stay open", async () => {
  const { publicId } = await aTicket();
  expect(await ask("GET", `admin/get-all-ticket?ticket_obj_id=${publicId}`)).toBe(200);
  expect(await ask("POST", "technicianApp/getStatus", { _id: publicId })).toBe(200);
  const { qrId } = await qrOf(await aCenter());
  expect(await ask("GET", `center/get-center-based-on-qr?qr_id=${qrId}`)).toBe(200);
  const page = await centerLoginPage({ request: new Request("http://localhost/login"), params: {}, context: {} });
  expect(page).toMatchObject({ data: { phone: null } });
});
