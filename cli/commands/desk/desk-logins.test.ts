import { mkdirSync, rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { actorOfToken, openSession } from "#modules/access/index.ts";
import { deskLogins } from "#modules/centers/index.ts";
import { unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { maskPublic } from "#modules/kernel/mask.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, aPhone, asCenter, qrOf } from "#modules/testing/factories.ts";
import { cli } from "../../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a person of a center's desk is added, listed with a masked phone, and ended with their session", async () => {
  const center = await aCenter();
  const owner = asCenter(center);
  const { qrId } = await qrOf(center);
  const phone = aPhone();
  const add = (number: string, ...more: string[]) =>
    cli("centers", "add-login", qrId, number, "--name", "Asha Rao", ...more);
  const words = `Asha Rao may log in with ${maskPublic(phone)}`;
  expect((await add(phone, "--dry-run")).out).toBe(`would be: ${words}\n`);
  expect(await deskLogins(owner)).toEqual([]);
  expect((await add(phone, "--yes")).out).toBe(`${words}\n`);
  const taken = await add((await aCenter()).phone, "--yes");
  expect([taken.code, taken.err]).toEqual([2, expect.stringContaining("logs in with this number")]);
  expect((await add("98765", "--yes")).code).toBe(2);

  const [login] = await deskLogins(owner);
  const listed = await cli("centers", "logins", qrId, "--json");
  expect(JSON.parse(listed.out)).toMatchObject([{ id: login!.id, name: "Asha Rao", phone: maskPublic(phone) }]);
  expect(listed.out).not.toContain(phone);
  const { token } = await openSession({
    kind: "center",
    subjectId: center.id,
    deskLoginId: login!.id,
    via: "token",
    address: anAddress(),
  });

  const end = (which: string, named: string, ...more: string[]) => cli("centers", "end-login", which, named, ...more);
  const { qrId: other } = await qrOf(await aCenter());
  expect((await end(other, login!.id, "--yes")).code).toBe(3);
  expect((await end(qrId, login!.id)).code).toBe(2);
  expect(await unitOfWork(() => actorOfToken(token))).toMatchObject({ kind: "center" });
  expect((await end(qrId, `+91 ${phone}`, "--yes")).code).toBe(0);
  await expect(unitOfWork(() => actorOfToken(token))).rejects.toMatchObject({ key: "session.denied" });
  expect((await end(qrId, phone, "--yes")).code).toBe(3);
  expect((await cli("centers", "logins", qrId)).out).toBe("Nobody but the owner logs in there.\n");
  const entries = (await historyOf("center", center.id)).map(({ event, actor_kind }) => [event, actor_kind]);
  expect(entries).toEqual(
    ["deskLogin.added", "deskLogin.ended"].map((event) => [event, expect.stringMatching(/^system:cli:./)]),
  );
}, 300_000);
