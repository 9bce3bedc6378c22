import { afterEach, expect, test } from "vitest";
import { onboarderOfLink, partnerOf } from "#modules/centers/index.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { walletBalance } from "#modules/wallet/index.ts";
import { handlePeople } from "./more-people.ts";
import { seedDemo } from "./seed-demo.ts";

openDatabase();

const { sandbox } = env;
afterEach(() => configure({ sandbox }));

const ask = (what: string, body?: unknown, method = "POST") =>
  handlePeople(
    new Request(`http://localhost/sandbox/people/${what}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
const made = async (what: string, body: unknown = {}) => (await ask(what, body)).json();

test("a center of its own has a code, a pincode, technicians and what is wished for in its wallet", async () => {
  await seedDemo();
  const center = await made("center", { services: ["PLUMBING"], walletRupees: 120 });
  const partner = await partnerOf(center.qrId);
  expect(partner).toMatchObject({
    center: { centerName: center.centerName, pincode: center.pincode },
    primaryService: { serviceName: "PLUMBING" },
  });
  expect(await walletBalance(partner!.center!.id)).toBe(toPaise(12_000));
  expect(center.technicians).toHaveLength(2);

  const other = await made("center", { pincode: center.pincode, walletRupees: 0 });
  expect(other.pincode).toBe(center.pincode);
  expect(other.phone).not.toBe(center.phone);
  expect(
    (await partnerOf((await made("center", { services: ["PICK AND DROP"], driver: true })).qrId))?.vehicle,
  ).toMatchObject({ eRickshaw: true });
});

test("an onboarder of its own is found by its printed id", async () => {
  const { centerOnboarderId, name } = await made("onboarder");
  expect(await onboarderOfLink(centerOnboarderId)).toMatchObject({ name });
});

test("what is not understood is refused, and outside the sandbox there is none of it", async () => {
  expect((await ask("center", { services: ["SINGING"] })).status).toBe(400);
  expect((await ask("center")).status).toBe(400);
  expect((await ask("center", undefined, "GET")).status).toBe(405);
  expect((await ask("admin", {})).status).toBe(404);
  configure({ sandbox: false });
  expect((await ask("center", {})).status).toBe(404);
});
