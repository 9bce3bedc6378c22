import { sql } from "kysely";
import { expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anOnboarder,
  aPhone,
  aPincode,
  aProof,
  aService,
  asAdmin,
  asCenter,
  asOnboarder,
  asVisitor,
} from "#modules/testing/factories.ts";
import { registerCenter } from "../registration/register-center.ts";
import { RegisterCenter } from "../shared.ts";
import { centerState } from "../state.ts";
import { verifyCenter } from "./verify-center.ts";

openDatabase();

const verifiedOf = async (id: string) =>
  (await rows<{ verified: boolean }>(sql`select verified_at is not null as verified from centers where id = ${id}`))[0]
    ?.verified;
const eventsOf = async (id: string) =>
  (await historyOf("center", id)).map(({ event, actor_kind }) => `${event} by ${actor_kind}`);

test("whoever registers a center, its owner or an onboarder, does not verify it", async () => {
  const service = await aService();
  for (const actor of [asVisitor(), asOnboarder(await anOnboarder())]) {
    const phone = aPhone();
    const pincode = aPincode();
    const details = RegisterCenter.parse({
      centerName: "Fresh Center",
      phone,
      state: "Karnataka",
      pincode,
      additionalPincode: pincode,
      primaryServiceId: service.id,
      secondaryServiceIds: [service.id],
      noOfTechnicians: 1,
    });
    const proof = await aProof({ phone, purpose: "registration" });
    const { id } = await registerCenter(actor, { ...details, proof });
    expect(await verifiedOf(id)).toBe(false);
  }
});

test("an admin who may change centers and the command line verify, once each, and take it back", async () => {
  const { id: centerId } = await aCenter({ verifiedAt: null });
  const admin = asAdmin(undefined, { permissions: ["update_center.full_access"] });
  const twice = () => unitOfWork(() => verifyCenter(admin, { centerId, verified: true }));
  const changed = (await Promise.all([twice(), twice(), twice()])).map((done) => done.changed);
  expect(changed.toSorted()).toEqual([false, false, true]);
  expect(await verifiedOf(centerId)).toBe(true);
  for (let again = 0; again < 2; again++) await verifyCenter(system("cli"), { centerId, verified: false });
  expect(await verifiedOf(centerId)).toBe(false);
  expect(await eventsOf(centerId)).toEqual(["center.verified by admin", "center.unverified by system:cli"]);
});

test("nobody else does, and only an active center is verified", async () => {
  const center = await aCenter({ verifiedAt: null });
  const input = { centerId: center.id, verified: true };
  const others = [
    asCenter(center),
    asOnboarder(await anOnboarder()),
    asVisitor(),
    asAdmin(undefined, { permissions: ["view_center_details.full_access"] }),
    asAdmin(undefined, { permissions: ["update_center.full_access"], clientId: center.id }),
  ];
  for (const actor of others) await expect(verifyCenter(actor, input)).rejects.toMatchObject({ kind: "denied" });
  for (const [isActive, kind] of [
    [centerState.DELETED, "missing"],
    [centerState.IN_ACTIVE, "conflict"],
    [centerState.DRAFTED, "conflict"],
  ] as const) {
    const { id: centerId } = await aCenter({ verifiedAt: null, isActive });
    await expect(verifyCenter(system("cli"), { centerId, verified: true })).rejects.toMatchObject({ kind });
    expect(await verifiedOf(centerId)).toBe(false);
  }
});
