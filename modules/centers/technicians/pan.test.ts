import { sql } from "kysely";
import { expect, test } from "vitest";
import { jobs } from "#modules/index.ts";
import { migrateDown, migrateUp } from "#modules/kernel/migrate.server.ts";
import { status } from "#modules/kernel/schema-state.server.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { appUrl, asOwner, openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { aCenter, asCenter, aTechnician } from "#modules/testing/factories.ts";
import { panTrace } from "./pan.ts";
import { getTechnician } from "./technicians.ts";

openDatabase();

const at = { owner: ownerUrl, app: appUrl };
const storedPan = (id: string) => asOwner(sql`select pan_number, pan_sealed from technicians where id = ${id}`);

test("the version before reads every PAN number when the migration is taken back, and they are sealed again after it", async () => {
  const center = await aCenter();
  const technician = await aTechnician({ center, ...panTrace("ABCDE1234F") });
  const without = await aTechnician({ center });
  const names = (await status(ownerUrl)).executed.map(({ name }) => name);
  const steps = names.length - names.indexOf("20261125000500-pan-numbers-are-sealed");
  await migrateDown(steps, at);
  const before = await asOwner("select id, pan_number from technicians order by created_at, id");
  expect(before).toEqual([
    { id: technician.id, pan_number: "ABCDE1234F" },
    { id: without.id, pan_number: null },
  ]);
  await migrateUp(jobs, at);
  expect((await getTechnician(asCenter(center), technician.id)).panNumber).toBe("ABCDE1234F");
  await runJob(jobs.find(({ name }) => name === "kernel.reseal")!, {});
  expect(await storedPan(technician.id)).toEqual([{ pan_number: null, pan_sealed: expect.stringMatching(/^k1\./) }]);
  expect((await getTechnician(asCenter(center), technician.id)).panNumber).toBe("ABCDE1234F");
});

test("a number that cannot be read stops the way back, and nothing of it is lost", async () => {
  const technician = await aTechnician(panTrace("ABCDE1234F"));
  await asOwner(sql`update technicians set pan_sealed = 'k1.unknown1.AAAA' where id = ${technician.id}`);
  const names = (await status(ownerUrl)).executed.map(({ name }) => name);
  const steps = names.length - names.indexOf("20261125000500-pan-numbers-are-sealed");
  await expect(migrateDown(steps, at)).rejects.toThrow(/not in the ring/);
  expect(await storedPan(technician.id)).toEqual([{ pan_number: null, pan_sealed: "k1.unknown1.AAAA" }]);
});
