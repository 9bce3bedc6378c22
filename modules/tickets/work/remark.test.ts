import { sql } from "kysely";
import { expect, test } from "vitest";
import { row } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { say } from "#modules/messages/index.ts";
import { blobsOf } from "#modules/testing/blobs.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAcceptedTicket,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
} from "#modules/testing/factories.ts";
import { aClosedJob, aJob, aPhoto, fresh } from "#modules/testing/work.ts";
import { addOnsitePicture, addRemarks, onsitePicture, startJob, statusList, ticketDetail } from "../index.ts";
import { mostPictures } from "../pictures/picture.ts";
import { AddRemarks } from "../shared.ts";

openDatabase();

test("R176 saving remarks needs non-empty text", () => {
  for (const text of ["", "   ", undefined]) {
    expect(AddRemarks.safeParse({ ticketId: "x", text }).error?.issues[0]).toMatchObject({
      path: ["text"],
      message: "remarks.empty",
    });
  }
});

test("R177 a remark is kept with who wrote it, and the page says 'Remarks saved successfully'", async () => {
  const { center, technician, ticket } = await aJob();
  await addRemarks(asCenter(center), { ticketId: ticket.publicId, text: "Spare part ordered" });
  await addRemarks(asTechnician(technician), { ticketId: ticket.publicId, text: "Part arrived" });
  await addRemarks(asAdmin(), { ticketId: ticket.publicId, text: "Called the customer" });
  const detail = await ticketDetail(asCenter(center), ticket.publicId);
  expect(detail.remarksList.map(({ text, authorKind }) => [authorKind, text])).toEqual([
    ["center", "Spare part ordered"],
    ["technician", "Part arrived"],
    ["admin", "Called the customer"],
  ]);
  expect(detail.remarks).toMatchObject({ technicianRemarks: "Part arrived", adminRemarks: "Called the customer" });
  const remarked = (await historyOf("ticket", ticket.id)).filter(({ event }) => event === "ticket.remarked");
  expect(remarked.map(({ data }) => data.remarkId)).toEqual(detail.remarksList.map(({ id }) => id));
  expect(say("remarks.saved")).toBe("Remarks saved successfully");
});

test("R142 remarks are hidden and refused for a closed ticket", async () => {
  const { center, ticket } = await aClosedJob();
  await expect(addRemarks(asCenter(center), { ticketId: ticket.publicId, text: "Too late" })).rejects.toMatchObject({
    kind: "conflict",
    key: "remarks.closed",
  });
  expect((await ticketDetail(asCenter(center), ticket.publicId)).may.remark).toBe(false);
});

test("strangers write no remarks", async () => {
  const { ticket } = await aJob();
  const input = { ticketId: ticket.publicId, text: "Hello" };
  await expect(addRemarks(asCenter(await aCenter()), input)).rejects.toMatchObject({ kind: "missing" });
  await expect(addRemarks(asVisitor(ticket.phone), input)).rejects.toMatchObject({ kind: "denied" });
});

test("R181 the first on-site picture is kept as a JPEG and sets Job Started", async () => {
  const { center, technician, ticket } = await aJob();
  const { id } = await addOnsitePicture(asTechnician(technician), {
    ticketId: ticket.publicId,
    upload: await aPhoto(),
  });
  const startedAt = (await fresh(ticket)).startedAt;
  expect(startedAt).toBeInstanceOf(Date);
  await addOnsitePicture(asCenter(center), { ticketId: ticket.publicId, upload: await aPhoto() });
  expect((await fresh(ticket)).startedAt).toEqual(startedAt);
  expect(await blobsOf("ticket", ticket.id)).toMatchObject([
    { kind: "onsite", mime: "image/jpeg" },
    { kind: "onsite", mime: "image/jpeg" },
  ]);
  const file = await onsitePicture(asCenter(center), { pictureId: id });
  expect(file).toMatchObject({ mime: "image/jpeg" });
  file.stream.destroy();
  const events = (await historyOf("ticket", ticket.id)).map(({ event }) => event);
  expect(events.filter((event) => event === "ticket.started")).toHaveLength(1);
});

test("a file that is no picture, one too many, and one for a ticket without a technician or at its end are refused", async () => {
  const { center, ticket } = await aJob();
  const send = (publicId: string, upload: Buffer) => addOnsitePicture(asCenter(center), { ticketId: publicId, upload });
  await expect(send(ticket.publicId, Buffer.from("<svg/>"))).rejects.toMatchObject({ kind: "invalid" });
  const photo = await aPhoto();
  for (let taken = 0; taken < mostPictures; taken += 1) await send(ticket.publicId, photo);
  await expect(send(ticket.publicId, photo)).rejects.toMatchObject({ key: "pictures.tooMany" });
  const idle = await anAcceptedTicket(center);
  await expect(send(idle.publicId, photo)).rejects.toMatchObject({ key: "ticket.noTechnician" });
  const closed = await aClosedJob({}, 0, center);
  await expect(send(closed.ticket.publicId, photo)).rejects.toMatchObject({ key: "ticket.ended" });
});

test("a picture is shown to its center, the customer and whoever names its ticket, and to no stranger", async () => {
  const { center, ticket } = await aJob();
  const { id: pictureId } = await addOnsitePicture(asCenter(center), {
    ticketId: ticket.publicId,
    upload: await aPhoto(),
  });
  for (const file of [
    await onsitePicture(asVisitor(ticket.phone), { pictureId }),
    await onsitePicture(asVisitor(), { pictureId, ticketId: ticket.publicId }),
  ]) {
    expect(file.bytes).toBeGreaterThan(100);
    file.stream.destroy();
  }
  for (const stranger of [asVisitor(), asCenter(await aCenter()), asTechnician(await aTechnician())]) {
    await expect(onsitePicture(stranger, { pictureId })).rejects.toMatchObject({ kind: "missing" });
  }
  await expect(onsitePicture(asVisitor(), { pictureId: "../x" })).rejects.toMatchObject({ kind: "missing" });
});

test("the first status call of the ticket's own technician sets Job Started, nobody else's does", async () => {
  const { technician, ticket } = await aJob();
  expect(await statusList(asVisitor(), ticket.publicId)).toEqual(["CREATED", "ASSIGNED"]);
  expect((await fresh(ticket)).startedAt).toBeNull();
  expect(await statusList(asTechnician(technician), ticket.publicId)).toEqual(["CREATED", "ASSIGNED", "STARTED"]);
  const { startedAt } = await fresh(ticket);
  await startJob(asTechnician(technician), { ticketId: ticket.publicId });
  expect((await fresh(ticket)).startedAt).toEqual(startedAt);
  expect(
    await row(sql`select count(*)::int from history where subject_id = ${ticket.id} and event = 'ticket.started'`),
  ).toEqual({ count: 1 });
  const other = await aJob();
  await expect(statusList(asTechnician(other.technician), ticket.publicId)).rejects.toMatchObject({ kind: "missing" });
});
