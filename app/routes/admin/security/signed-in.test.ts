import { expect, test } from "vitest";
import { sent } from "#app/testing/a-page.tsx";
import { openSession } from "#modules/access/index.ts";
import { now } from "#modules/kernel/clock.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAddress, anAdmin } from "#modules/testing/factories.ts";
import * as security from "./route.tsx";

openDatabase();

test("ending all other sessions says so where there were some, and that there is none where there was none", async () => {
  const { id } = await anAdmin();
  const signIn = () =>
    openSession({ kind: "admin", subjectId: id, via: "cookie", address: anAddress(), provedAt: now() });
  const cookie = `admin_session=${(await signIn()).token}`;
  await signIn();
  const end = async () => (await sent("/security", cookie, security, { intent: "endOthers" })).toast;
  expect(await end()).toBe("All other sessions have ended");
  expect(await end()).toBe("There is no other session to end");
});
