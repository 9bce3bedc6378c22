import { expect, test } from "vitest";
import { actorOfToken, endSessionsOf, otpRequested } from "../access/index.ts";
import { unseal } from "../kernel/crypto.server.ts";
import { pool, rows, transaction, unitOfWork } from "../kernel/db.server.ts";
import { DomainError } from "../kernel/errors.ts";
import { within } from "../kernel/events.ts";
import "../testing/database.ts";
import { aCenter, anAddress, asCenter, aTechnician } from "../testing/factories.ts";
import { deleteTechnician, requestCenterOtp, requestTechnicianOtp, signInCenter, signInTechnician } from "./index.ts";

/*
 * Somebody signs in at the very moment they are shut out: either the sign-in is refused, or its session ends with the
 * others. Whoever shuts out has not committed while the sign-in comes.
 */

const sent = new Map<string, string>();
within(otpRequested, async ({ sealed }) => {
  const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
  sent.set(phone, code);
});

/** Runs `shut`, lets a sign-in come before it commits, and answers what the sign-in is worth afterwards. */
async function meanwhile(shut: () => Promise<unknown>, signIn: () => Promise<{ session: { token: string } }>) {
  const { promise: moment, resolve: now } = Promise.withResolvers<void>();
  let over = false;
  // Begun here, outside the transaction: it is somebody else's request.
  const coming = moment
    .then(() => unitOfWork(signIn))
    .then(({ session }) => session.token)
    .catch((refused) => {
      expect(refused).toBeInstanceOf(DomainError);
    })
    .finally(() => {
      over = true;
    });
  await transaction(async () => {
    await shut();
    now();
    // Until the sign-in is through or waits for a lock.
    while (!over && !(await waits())) await new Promise((turn) => setImmediate(turn));
  });
  const token = await coming;
  return token === undefined
    ? "refused"
    : unitOfWork(() => actorOfToken(token)).then(
        () => "signed in",
        () => "ended",
      );
}

/** Asked on another connection: a transaction goes on seeing the activity it saw first. */
const waits = async () => {
  const sql = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return (await pool().query(sql)).rowCount! > 0;
};

test("a center that is disabled while it signs in is not signed in", async () => {
  const { id, phone } = await aCenter();
  await requestCenterOtp({ phone, action: "login", address: anAddress() });
  const disable = async () => {
    await rows("update centers set login_disabled = true where id = $1", [id]);
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
