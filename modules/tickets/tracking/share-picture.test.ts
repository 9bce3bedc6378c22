import sharp from "sharp";
import { expect, test } from "vitest";
import { openDatabase } from "#modules/testing/database.ts";
import { aService } from "#modules/testing/factories.ts";
import { SharePicture, sharePicture } from "../index.ts";

openDatabase();

test("the picture of a shared link is drawn once for a service and a state, in the reader's language, whatever the name", async () => {
  const { id: serviceId } = await aService({ serviceName: `<b>A&B ${"W".repeat(50)}`, names: { hi: "वॉशिंग मशीन" } });
  const english = await sharePicture({ serviceId, status: "PENDING", locale: "en" });
  expect(await sharp(english).metadata()).toMatchObject({ format: "png", width: 1_200, height: 630 });
  expect(english.length).toBeLessThan(60_000);
  expect(await sharePicture({ serviceId, status: "PENDING", locale: "en" })).toBe(english);
  for (const other of [
    { serviceId, status: "CLOSED", locale: "en" },
    { serviceId, status: "PENDING", locale: "hi" },
  ] as const)
    expect((await sharePicture(other)).equals(english)).toBe(false);
  const unknown = { serviceId: crypto.randomUUID(), status: "PENDING", locale: "en" } as const;
  await expect(sharePicture(unknown)).rejects.toMatchObject({ key: "service.notFound" });
  expect(SharePicture.safeParse({ serviceId, status: "SOLD", locale: "en" }).success).toBe(false);
});
