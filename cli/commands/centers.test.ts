import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { centerState } from "#modules/centers/shared.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aCenter, aPhone, qrOf } from "#modules/testing/factories.ts";
import { house } from "../house.ts";
import { cli } from "../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const centers = (...args: string[]) => cli("centers", ...args);

test("centers that wait are listed, verified by phone, QR id or id, and verified no longer; phones are not told", async () => {
  const waiting = await aCenter({ verifiedAt: null, centerName: "Waiting Works" });
  const other = await aCenter();
  const listed = await centers("list", "--unverified", "--json", "--take", "1000");
  const ids = (JSON.parse(listed.out) as { id: string }[]).map(({ id }) => id);
  expect([ids.includes(waiting.id), ids.includes(other.id)]).toEqual([true, false]);
  expect(listed.out).not.toContain(waiting.phone);
  const shown = (await centers("--unverified", "--take", "1000")).out;
  expect(shown).toMatch(/^since\s+verified\s+qr\s+phone/);
  expect(shown).toContain("Waiting Works");

  const { qrId } = await qrOf(waiting);
  expect((await centers("verify", qrId, "--dry-run")).out).toContain("would be verified");
  expect(await historyOf("center", waiting.id)).toEqual([]);
  expect(await centers("verify", qrId.toLowerCase())).toMatchObject({
    code: 0,
    out: expect.stringContaining("verified now"),
  });
  expect(JSON.parse((await centers("verify", `+91 ${waiting.phone}`, "--json")).out)).toMatchObject({ changed: false });
  expect(JSON.parse((await centers("verify", waiting.id, "--undo", "--json")).out)).toMatchObject({
    changed: true,
    center: { verifiedAt: null },
  });
  expect((await historyOf("center", waiting.id)).map(({ event, actor_kind }) => `${event} ${actor_kind}`)).toEqual([
    `center.verified system:${house().name}`,
    `center.unverified system:${house().name}`,
  ]);
});

test("what cannot be verified is said by its exit code", async () => {
  const { id } = await aCenter({ isActive: centerState.IN_ACTIVE, rejectionReason: "No licence", verifiedAt: null });
  expect((await centers("verify", "whoever")).code).toBe(2);
  expect((await centers("verify")).code).toBe(2);
  expect((await centers("list", "--take", "0")).code).toBe(2);
  expect((await centers("verify", aPhone())).code).toBe(3);
  expect((await centers("verify", randomUUID())).code).toBe(3);
  expect((await centers("verify", id)).code).toBe(5);
});
