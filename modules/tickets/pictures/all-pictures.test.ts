import { buffer } from "node:stream/consumers";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
} from "#modules/testing/factories.ts";
import { aJob, aPhoto, type Job } from "#modules/testing/work.ts";
import { addOnsitePicture, onsitePicture, onsitePictures } from "../index.ts";
import { mostZipped } from "./all-pictures.ts";

openDatabase();

const missing = { kind: "missing" };

async function photographed({ center, ticket }: Job, ...colours: string[]) {
  const made = [];
  for (const colour of colours)
    made.push(await addOnsitePicture(asCenter(center), { ticketId: ticket.publicId, upload: await aPhoto(colour) }));
  return made;
}

test("R471 all pictures come as one ZIP, each as it comes alone and under the same name", async () => {
  const job = await aJob();
  const made = await photographed(job, "#f00", "#0f0", "#00f");
  const { stream, name } = await onsitePictures(asAdmin(), job.ticket.publicId);
  expect(name).toBe(`${job.ticket.ticketId}.zip`);
  const files = unzipSync(await buffer(stream));
  expect(Object.keys(files)).toEqual([1, 2, 3].map((nth) => `${job.ticket.ticketId}-${nth}.jpg`));
  for (const { id: pictureId } of made) {
    const alone = await onsitePicture(asAdmin(), { pictureId });
    expect((await buffer(alone.stream)).equals(files[alone.name]!), alone.name).toBe(true);
  }
});

test("whoever may see the pictures gets them all, and nobody else learns that there are any", async () => {
  const own = await aClient();
  const other = await aClient();
  const job = await aJob({ clientId: own.id });
  const { center, technician, ticket } = job;
  await photographed(job, "#f00");
  const clerk = (clientId: string) => asAdmin(undefined, { clientId, permissions: ["view_ticket.full_access"] });
  const get = (actor: Parameters<typeof onsitePictures>[0]) => onsitePictures(actor, ticket.publicId);
  for (const actor of [asCenter(center), asTechnician(technician), asVisitor(ticket.phone), asVisitor(), clerk(own.id)])
    (await get(actor)).stream.destroy();
  await rows(sql`update tickets set status = 'CLOSED', closed_at = ${fromNow(-31 * day)} where id = ${ticket.id}`);
  for (const actor of [
    asVisitor(),
    asCenter(await aCenter()),
    asTechnician(await aTechnician()),
    clerk(other.id),
    asAdmin(undefined, { permissions: [] }),
  ])
    await expect(get(actor)).rejects.toMatchObject(missing);
  (await get(clerk(own.id))).stream.destroy();
  await rows(sql`update tickets set deleted_at = now() where id = ${ticket.id}`);
  await expect(get(asAdmin())).rejects.toMatchObject(missing);
});

test("a request without pictures has no archive, and one with more than fits is refused", async () => {
  const job = await aJob();
  await expect(onsitePictures(asAdmin(), job.ticket.publicId)).rejects.toMatchObject(missing);
  await expect(onsitePictures(asAdmin(), "../../etc/passwd")).rejects.toMatchObject(missing);
  await photographed(job, "#f00", "#0f0");
  await rows(sql`update blobs set bytes = ${mostZipped / 2} where owner_id = ${job.ticket.id}`);
  (await onsitePictures(asAdmin(), job.ticket.publicId)).stream.destroy();
  await rows(sql`update blobs set bytes = bytes + 1 where owner_id = ${job.ticket.id}`);
  await expect(onsitePictures(asAdmin(), job.ticket.publicId)).rejects.toMatchObject({ key: "pictures.tooLarge" });
});
