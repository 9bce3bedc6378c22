import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterEach, expect, test } from "vitest";
import { day, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, anAdmin, asAdmin, asCenter, asVisitor } from "#modules/testing/factories.ts";
import { adjustWallet } from "./adjust.ts";
import { objectionPicture, objectToPenalty, storeObjectionPicture, sweepObjectionPictures } from "./objections.ts";

openDatabase();

afterEach(resetClock);

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => (error instanceof DomainError ? `${error.kind} ${error.key}` : error),
  );
const upload = async (bytes?: Buffer) => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "objection-")), "gate.png");
  const png = sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } }).png();
  writeFileSync(file, bytes ?? (await png.toBuffer()));
  return { upload: { path: file } };
};

test("H21 the picture of an objection is made anew, and seen by its center and, once sent, by admins who decide", async () => {
  const shop = await aCenter();
  const center = asCenter(shop);
  const stranger = asCenter(await aCenter());
  const { pictureId } = await storeObjectionPicture(center, await upload());
  const decider = asAdmin(await anAdmin(), { permissions: ["adjust_wallet"] });
  expect(await objectionPicture(center, pictureId)).toMatchObject({ mime: "image/jpeg", width: 40 });
  expect(await refusal(objectionPicture(decider, pictureId))).toBe("missing blob.missing");
  const ticket = await anAcceptedTicket(shop);
  const penaltyInput = { ticketId: ticket.publicId, centerId: center.centerId, remarks: "Late" };
  const { id: adjustmentId } = await adjustWallet(asAdmin(), { ...penaltyInput, kind: "Penalty", amount: 10 });
  const foreign = (await storeObjectionPicture(stranger, await upload())).pictureId;
  const objection = { adjustmentId, text: "We were there" };
  expect(await refusal(objectToPenalty(center, { ...objection, pictureId: foreign }))).toBe("invalid form.check");
  await objectToPenalty(center, { ...objection, pictureId });
  expect(await objectionPicture(decider, pictureId)).toMatchObject({ id: pictureId });
  const clerk = asAdmin(await anAdmin(), { permissions: ["view_technician_details.full_access", "view_Wallet"] });
  for (const actor of [stranger, clerk, asVisitor(ticket.phone)])
    expect(await refusal(objectionPicture(actor, pictureId))).toBe("missing blob.missing");
  const second = await adjustWallet(asAdmin(), { ...penaltyInput, kind: "Penalty", amount: 20 });
  expect(await refusal(objectToPenalty(center, { ...objection, adjustmentId: second.id, pictureId }))).toBe(
    "invalid form.check",
  );
});

test("what is no picture is refused, and one that was never sent is gone after a day", async () => {
  const center = asCenter(await aCenter());
  expect(await refusal(storeObjectionPicture(center, await upload(Buffer.from("<svg/>"))))).toBe("invalid image.type");
  expect(await refusal(storeObjectionPicture(asAdmin(), await upload()))).toBe("denied permission.denied");
  const { pictureId } = await storeObjectionPicture(center, await upload());
  await sweepObjectionPictures();
  expect(await objectionPicture(center, pictureId)).toMatchObject({ id: pictureId });
  moveClock(day + 1_000);
  expect(await sweepObjectionPictures()).toBeGreaterThan(0);
  expect(await refusal(objectionPicture(center, pictureId))).toBe("missing blob.missing");
});
