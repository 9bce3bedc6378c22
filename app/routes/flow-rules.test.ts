import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { serve } from "#app/api/serve/serve.server.ts";
import { openSession } from "#modules/access/index.ts";
import { storeTechnicianImage } from "#modules/centers/index.ts";
import { showDateTime } from "#modules/kernel/clock.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, asCenter, aTechnician, aVehicle } from "#modules/testing/factories.ts";
import { loader as login } from "./center/login/route.tsx";
import { loader as technicianForm } from "./center/technician-form/route.tsx";
import { loader as home } from "./system/home.ts";

openDatabase();

/* Small rules of the main flow without a test of their own elsewhere. */

const args = (url: string, cookie = "") => ({
  request: new Request(`http://localhost:3000${url}`, { headers: { cookie } }),
  params: {},
  context: {},
});

const leadsTo = async (answer: unknown) => {
  const response = await Promise.resolve(answer).catch((thrown) => thrown);
  return response instanceof Response ? response.headers.get("location") : response;
};

const cookieOf = async (center: { id: string }) => {
  const { token } = await openSession({ kind: "center", subjectId: center.id, via: "cookie", address: "127.0.0.1" });
  return `center_session=${token}`;
};

async function call(url: string, token?: string) {
  const request = new Request(`http://localhost:3000/api/${url}`, { headers: token ? { "access-token": token } : {} });
  return (await serve({ request, params: {}, context: {} })).json();
}

test("R001 the root leads to /booking", async () => {
  expect(await leadsTo((home as (a: object) => unknown)(args("/")))).toBe("/booking");
});

test("R005 a signed-in center that opens /login is led to /center-dashboard", async () => {
  expect(await leadsTo(login(args("/login", await cookieOf(await aCenter()))))).toBe("/center-dashboard");
});

test("R149 an unknown id on the technician's edit page is 'Page not found !!!'", async () => {
  const cookie = await cookieOf(await aCenter());
  const refused = await technicianForm(args(`/AddTechnician?edit=${randomUUID()}`, cookie)).catch((thrown) => thrown);
  expect(refused.init.status).toBe(404);
  expect(say("error.notFound.title")).toBe("Page not found !!!");
});

test("R156 R158 a pan image is a jpeg of at most 2 MB; anything else says 'Upload failed'", async () => {
  const actor = asCenter(await aCenter());
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: "white" } });
  const savePicture = async (name: string, bytes: Buffer) => {
    const file = path.join(folder, name);
    await mkdir(folder, { recursive: true });
    await writeFile(file, bytes);
    return storeTechnicianImage(actor, { kind: "pan", upload: { path: file } }).catch((error: DomainError) => error);
  };
  const jpeg = await picture.clone().jpeg().toBuffer();
  expect(await savePicture("pan.jpg", jpeg)).toHaveProperty("blobId");
  for (const bytes of [await picture.png().toBuffer(), Buffer.concat([jpeg, Buffer.alloc(2 * 1024 * 1024)])]) {
    const refused = await savePicture("other.jpg", bytes);
    expect(refused).toBeInstanceOf(DomainError);
    expect(say((refused as DomainError).key)).toBe("Upload failed");
  }
});

test("R230 dates are shown in en-IN and the Asia/Kolkata zone", () => {
  expect(showDateTime("2026-11-21T18:45:00Z")).toBe("22 Nov 2026, 12:15 am");
});

test("R052 R458 the public key and the vehicles are read without a session; the charge is in rupees", async () => {
  expect((await call("center/get-razorpay-key")).data.key_id).toBeTruthy();
  const vehicle = await aVehicle({ platformChargePaise: fromRupees(25) });
  expect((await call("vehicle/getAll-vehicle")).data).toContainEqual({
    _id: vehicle.id,
    vehicleType: vehicle.vehicleType,
    hindi_name: null,
    platformCharge: 25,
  });
});

test("R460 a center reads its technicians with how many requests wait for each", async () => {
  const center = await aCenter();
  const technician = await aTechnician({ center });
  await anAcceptedTicket(center, { technicianId: technician.id });
  const { token } = await openSession({ kind: "center", subjectId: center.id, via: "token", address: "127.0.0.1" });
  const reply = await call("technicianapp/get-all-technician-center", token);
  expect(reply).toMatchObject({
    success: 1,
    data: [{ personal_details: { name: technician.name }, count_details: { pending_ticket_count: 1 } }],
  });
});
