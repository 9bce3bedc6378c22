import { sql } from "kysely";
import { expect, test } from "vitest";
import { actorOfToken, endSessionsOf, otpRequested } from "#modules/access/index.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { beforeCommit } from "#modules/testing/before-commit.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, asCenter, aTechnician } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { deleteTechnician, requestCenterOtp, requestTechnicianOtp, signInCenter, signInTechnician } from "../index.ts";

openDatabase();

/*
 * A sign-in during the shut-out of its account: either it is refused, or its session ends with the others. The sign-in
 * starts before the shut-out has committed.
 */

const sent = new Map<string, string>();
hear(otpRequested, async ({ sealed }) => {
  const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
  sent.set(phone, code);
});

/** Runs `shut`, starts a sign-in before it commits, and returns the state of that sign-in afterwards. */
async function meanwhile(shut: () => Promise<unknown>, signIn: () => Promise<{ session: { token: string } }>) {
  const { answer, start } = beforeCommit(signIn);
  await transaction(async () => {
    await shut();
    await start();
  });
  const token = await answer
    .then(({ session }) => session.token)
    .catch((refused) => {
      expect(refused).toBeInstanceOf(DomainError);
    });
  return token === undefined
    ? "refused"
    : unitOfWork(() => actorOfToken(token)).then(
        () => "signed in",
        () => "ended",
      );
}

test("a center that is disabled while it signs in is not signed in", async () => {
  const { id, phone } = await aCenter();
  await requestCenterOtp({ phone, action: "login", address: anAddress() });
  const disable = async () => {
    await rows(sql`update centers set login_disabled = true where id = ${id}`);
    await endSessionsOf("center", id);
  };
  const signIn = () => signInCenter({ phone, otp: sent.get(phone)!, via: "token", address: anAddress() });
  expect(await meanwhile(disable, signIn)).not.toBe("signed in");
});

test("a technician who is taken out while they sign in is not signed in", async () => {
  const center = await aCenter();
  const { id, phone } = await aTechnician({ center });
  await requestTechnicianOtp({ phone, address: anAddress() });
  const signIn = () => signInTechnician({ phone, otp: sent.get(phone)!, address: anAddress() });
  expect(await meanwhile(() => deleteTechnician(asCenter(center), id), signIn)).not.toBe("signed in");
});
