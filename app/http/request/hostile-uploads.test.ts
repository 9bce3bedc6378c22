import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "#app/api/contract/index.ts";
import { serve } from "#app/api/serve/serve.server.ts";
import * as bannerPicture from "#app/routes/admin/banners/picture.ts";
import * as banners from "#app/routes/admin/banners/route.tsx";
import * as blogPicture from "#app/routes/admin/blog/picture.ts";
import * as blog from "#app/routes/admin/blog/route.tsx";
import * as servicePicture from "#app/routes/admin/services/picture.ts";
import * as services from "#app/routes/admin/services/route.tsx";
import * as centerDocumentsForm from "#app/routes/center/documents/route.tsx";
import * as objectionPicture from "#app/routes/center/payments/objection-picture.ts";
import * as technicianImage from "#app/routes/center/technician-form/image.ts";
import * as technicianForm from "#app/routes/center/technician-form/route.tsx";
import * as pictures from "#app/routes/center/tickets/pictures.ts";
import * as tickets from "#app/routes/center/tickets/route.tsx";
import * as booking from "#app/routes/public/booking/route.tsx";
import * as technicianVisit from "#app/routes/technician/visit/route.tsx";
import { aDesk } from "#app/testing/a-desk.ts";
import { openSession } from "#modules/access/index.ts";
import { centerDocuments, imageFields, technicianImages } from "#modules/centers/shared.ts";
import { now } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { findBlob, openBlob } from "#modules/kernel/files/blobs.server.ts";
import { isMessageKey, say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBlog, anAddress, anAdmin, aService } from "#modules/testing/factories.ts";
import { aJob } from "#modules/testing/work.ts";
import { openDraft, saveDraft } from "#modules/tickets/index.ts";
import { needSlots } from "#modules/tickets/shared.ts";
import { uploadFolder } from "./upload-folder.server.ts";

openDatabase();

/*
 * Every door that takes a picture, and files it must not take (H21, R10): refused with the specified text and nothing
 * left on disk, or cleaned until only the pixels are kept.
 */

type UploadAnswer = { status: number; words: string };
type Scene = Awaited<ReturnType<typeof aScene>>;
type Door = {
  name: string;
  /** The text with which it refuses every picture; the others state the reason. */
  says?: string;
  /** The largest picture it accepts, and whether only JPEG. */
  mebibytes: number;
  jpegOnly?: boolean;
  /** What it says to a file of another type, where it takes fewer types than JPEG, PNG and WebP. */
  wrongType?: string;
  send: (scene: Scene, file: File) => Promise<UploadAnswer>;
};

let scene: Scene;
beforeAll(async () => {
  scene = await aScene();
});

async function aScene() {
  const { center, technician, ticket } = await aJob();
  const admin = await anAdmin();
  const session = { kind: "center", subjectId: center.id, address: anAddress() } as const;
  const visits = await openSession({ ...session, kind: "technician", subjectId: technician.id, via: "cookie" });
  return {
    ticket,
    cookie: `center_session=${(await openSession({ ...session, via: "cookie" })).token}; ${await aDesk()}; draft=${await aBegunDraft()}; technician_session=${visits.token}`,
    token: (await openSession({ ...session, via: "token" })).token,
    adminToken: (await openSession({ ...session, kind: "admin", subjectId: admin.id, via: "token", provedAt: now() }))
      .token,
  };
}

/** The token of a booking that has come to what is needed. */
async function aBegunDraft() {
  const { token } = await unitOfWork(() => openDraft({}));
  await unitOfWork(async () => saveDraft(token, { pincode: "560001", serviceId: (await aService()).id }));
  return token;
}

function posted(to: string, headers: Record<string, string>, fields: Record<string, string | File>, params = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const request = new Request(`http://localhost${to}`, { method: "POST", headers, body });
  return { request, params, context: { requestId: "request-1", address: anAddress() } } as never;
}

const byApi =
  (to: (scene: Scene) => string, field: string, others?: (scene: Scene) => Promise<Record<string, string>>) =>
  async (at: Scene, file: File): Promise<UploadAnswer> => {
    const token = /^(admin|blogs|ticket)\//.test(to(at)) ? at.adminToken : at.token;
    const answer = await serve(
      posted(`/api/${to(at)}`, { "access-token": token }, { ...(await others?.(at)), [field]: file }),
    );
    const body = (await answer.json()) as { status: number; message: string };
    expect(body.status).toBe(answer.status);
    return { status: answer.status, words: body.message };
  };

const byResource =
  (action: unknown, to: (scene: Scene) => string, field: string, params: (scene: Scene) => object) =>
  async (at: Scene, file: File): Promise<UploadAnswer> => {
    const send = action as (args: never) => Promise<Response>;
    const answer = await send(posted(to(at), { cookie: at.cookie }, { [field]: file }, params(at)));
    const { problem = "" } = (await answer.json()) as { problem?: string };
    return { status: answer.status, words: isMessageKey(problem) ? say(problem) : problem };
  };

const byForm =
  (
    action: unknown,
    to: string,
    field: string,
    others: (scene: Scene) => Record<string, string>,
    params: (scene: Scene) => object = () => ({}),
  ) =>
  async (at: Scene, file: File): Promise<UploadAnswer> => {
    const send = action as (args: never) => Promise<unknown>;
    const answer = await send(posted(to, { cookie: at.cookie }, { ...others(at), [field]: file }, params(at)));
    if (answer instanceof Response) return { status: answer.status, words: "" };
    const { data, init } = answer as { data: { problem?: string }; init: { status?: number } };
    const { problem = "" } = data;
    return { status: init.status ?? 200, words: isMessageKey(problem) ? say(problem) : problem };
  };

const pngOrJpeg = "Please choose a PNG or JPEG picture";
const uploadFailed = "Upload failed";
const post = { title: "A tap leaks", author: "Asha", summary: "What to do", categories: "Plumbing" };
const ofTicket = ({ ticket }: Scene) => ({ ticketId: ticket.publicId });

const doors: Door[] = [
  ...technicianImages.flatMap((kind): Door[] => {
    const shared = { says: uploadFailed, mebibytes: kind === "pan" ? 2 : 10, jpegOnly: kind === "pan" };
    const { type, file } = imageFields[kind];
    return [
      {
        ...shared,
        name: `API common/upload-image/${type}`,
        send: byApi(() => `common/upload-image/${type}`, "aadhar"),
      },
      {
        ...shared,
        name: `POST /technician-images/${kind}`,
        send: byResource(
          technicianImage.action,
          () => `/technician-images/${kind}`,
          "image",
          () => ({ kind }),
        ),
      },
      {
        ...shared,
        name: `the form of /AddTechnician, ${file}`,
        send: byForm(technicianForm.action, "/AddTechnician", file, () => ({ intent: "create" })),
      },
    ];
  }),
  ...centerDocuments.map((kind): Door => {
    const { file } = imageFields[kind];
    return {
      name: `the form of /center-documents, ${file}`,
      says: uploadFailed,
      mebibytes: kind === "pan" ? 2 : 10,
      jpegOnly: kind === "pan",
      send: byForm(centerDocumentsForm.action, "/center-documents", file, () => ({ intent: "send" })),
    };
  }),
  {
    name: "API technicianApp/upload-ticket-onsite-picture/{ticket}",
    mebibytes: 10,
    send: byApi(({ ticket }) => `technicianApp/upload-ticket-onsite-picture/${ticket.publicId}`, "OnsitePicture"),
  },
  {
    name: "API admin/uploadBannerImage",
    mebibytes: 10,
    wrongType: pngOrJpeg,
    send: byApi(() => "admin/uploadBannerImage", "bannerImage"),
  },
  {
    name: "POST /banner-pictures",
    mebibytes: 10,
    wrongType: pngOrJpeg,
    send: byResource(
      bannerPicture.action,
      () => "/banner-pictures",
      "picture",
      () => ({}),
    ),
  },
  {
    name: "the form of /banner, picture",
    mebibytes: 10,
    wrongType: pngOrJpeg,
    send: byForm(banners.action, "/banner", "picture", () => ({ intent: "add", says: "Diwali" })),
  },
  {
    name: "API blogs/createBlogs",
    mebibytes: 10,
    send: byApi(
      () => "blogs/createBlogs",
      "blogimage",
      async () => post,
    ),
  },
  {
    name: "API blogs/updateBlogs",
    mebibytes: 10,
    send: byApi(
      () => "blogs/updateBlogs",
      "blogimage",
      async () => ({ blogId: (await aBlog()).id, ...post }),
    ),
  },
  {
    name: "POST /blog-pictures",
    mebibytes: 10,
    send: byResource(
      blogPicture.action,
      () => "/blog-pictures",
      "picture",
      () => ({}),
    ),
  },
  {
    name: "the form of /blog, picture",
    mebibytes: 10,
    send: byForm(blog.action, "/blog", "picture", () => ({ intent: "add", ...post })),
  },
  {
    name: "API admin/create-services",
    mebibytes: 10,
    send: byApi(
      () => "admin/create-services",
      "file",
      async () => ({ data: JSON.stringify({ service_name: randomUUID() }) }),
    ),
  },
  {
    name: "API admin/update-service",
    mebibytes: 10,
    send: byApi(
      () => "admin/update-service",
      "file",
      async () => ({ service_object_id: (await aService()).id, service_name: randomUUID() }),
    ),
  },
  {
    name: "POST /service-pictures",
    mebibytes: 10,
    send: byResource(
      servicePicture.action,
      () => "/service-pictures",
      "picture",
      () => ({}),
    ),
  },
  {
    name: "the form of /admin-dashboard, picture",
    mebibytes: 10,
    send: byForm(services.action, "/admin-dashboard", "picture", () => ({ intent: "add", serviceName: randomUUID() })),
  },
  {
    name: "POST /objection-pictures",
    mebibytes: 10,
    send: byResource(
      objectionPicture.action,
      () => "/objection-pictures",
      "picture",
      () => ({}),
    ),
  },
  ...needSlots.map(
    (slot): Door => ({
      name: `the form of /booking, picture${slot}`,
      mebibytes: 10,
      send: byForm(booking.action, "/booking", `picture${slot}`, () => ({ intent: "need", ownWords: "It leaks" })),
    }),
  ),
  {
    name: "POST /pictures/:ticketId",
    mebibytes: 10,
    send: byResource(pictures.action, ({ ticket }) => `/pictures/${ticket.publicId}`, "picture", ofTicket),
  },
  {
    name: "the form of /tickets-center, pictures",
    mebibytes: 10,
    send: byForm(tickets.action, "/tickets-center", "pictures", (at) => ({ intent: "picture", ...ofTicket(at) })),
  },
  {
    name: "the form of /visits/:ticketId, pictures",
    mebibytes: 10,
    send: byForm(
      technicianVisit.action,
      "/visits",
      "pictures",
      (at) => ({ intent: "picture", ...ofTicket(at) }),
      ofTicket,
    ),
  },
];

const plain = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: "#3366cc" }, limitInputPixels: false });
const jpeg = () => plain().jpeg().toBuffer();
const script = "<script>alert(document.cookie)</script>";
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`;
const zip = Buffer.concat([Buffer.from("PK\x03\x04\x14\0\0\0", "latin1"), Buffer.alloc(60, 65)]);

const type = "Please choose a JPEG, PNG or WebP picture";
const broken = "This picture cannot be read. Please choose another one";

/** Files that are refused everywhere, and why. */
const refused: [name: string, make: () => Promise<Buffer> | Buffer, reason: string][] = [
  ["an SVG named .jpg", () => Buffer.from(svg), type],
  ["HTML named .jpg", () => Buffer.from(`<!doctype html>${script}`), type],
  ["a zip named .jpg", () => zip, type],
  ["a GIF named .jpg", () => plain().gif().toBuffer(), type],
  ["a PDF named .jpg", () => Buffer.from("%PDF-1.7\n1 0 obj"), type],
  ["a JPEG without its first bytes", async () => (await jpeg()).subarray(3), type],
  [
    "a JPEG's first bytes before a script",
    async () => Buffer.concat([(await jpeg()).subarray(0, 24), Buffer.from(svg)]),
    broken,
  ],
  ["half a JPEG", async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 600), broken],
  [
    "48 megapixels in 300 KB",
    () => plain(8000, 6000).jpeg({ quality: 1 }).toBuffer(),
    "This picture has too many pixels. Please choose a smaller one",
  ],
  ["nothing", () => Buffer.alloc(0), "Please choose a picture"],
];

const gps = {
  IFD0: { Make: "SecretPhone", ImageDescription: script },
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "12/1 58/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "77/1 35/1 0/1" },
};

/** Files that are a picture and something else besides: only the picture is kept. */
const cleaned: [name: string, make: () => Promise<Buffer>][] = [
  ["a JPEG with HTML behind it", async () => Buffer.concat([await jpeg(), Buffer.from(`<html>${script}`)])],
  ["a JPEG with a zip behind it", async () => Buffer.concat([await jpeg(), zip])],
  ["a JPEG that tells where it was taken", () => plain().withExif(gps).jpeg().toBuffer()],
];
const traces = ["<script", "<html", "PK\x03\x04", "SecretPhone", "Exif"];

const files = async () =>
  (await readdir(env.blobDir, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
const blobs = async () => (await rows<{ id: string }>(sql`select id from blobs order by id`)).map(({ id }) => id);
const state = async () => ({
  blobs: await blobs(),
  files: await files(),
  temporary: await readdir(uploadFolder()).catch(() => []),
});

const named = (bytes: Buffer, name = "../../etc/photo.jpg") =>
  new File([new Uint8Array(bytes)], name, { type: "image/jpeg" });

describe.each(doors)("$name", ({ send, says, mebibytes, jpegOnly, wrongType = type }) => {
  // So many tries of one center are limited; here each door is tried by itself.
  beforeAll(() => rows(sql`delete from rate_limits`));

  test("refuses what is no picture in its words, and nothing of it is left", async () => {
    const before = await state();
    for (const [what, make, reason] of refused)
      expect({ what, ...(await send(scene, named(await make()))) }).toEqual({
        what,
        status: 422,
        words: says ?? (reason === type ? wrongType : reason),
      });
    if (wrongType !== type) {
      const webp = named(await plain().webp().toBuffer());
      expect(await send(scene, webp)).toEqual({ status: 422, words: wrongType });
    }
    if (jpegOnly) {
      const png = named(await plain().png().toBuffer());
      expect(await send(scene, png)).toEqual({ status: 422, words: uploadFailed });
    }
    const noise = Buffer.alloc(mebibytes * 1024 * 1024 + 1, 7);
    const large = Buffer.concat([await jpeg(), noise]);
    const tooLarge = mebibytes < 10 ? uploadFailed : "The upload is too large.";
    expect(await send(scene, named(large))).toEqual({ status: 422, words: tooLarge });
    expect(await state()).toEqual(before);
  });

  test("keeps of a picture its pixels and nothing else", async () => {
    for (const [what, make] of cleaned) {
      const before = await blobs();
      const dirty = await make();
      const { words } = await send(scene, named(dirty));
      expect([what, words]).not.toEqual([what, uploadFailed]);
      const [made, ...more] = (await blobs()).filter((id) => !before.includes(id));
      expect([what, typeof made, more]).toEqual([what, "string", []]);
      const blob = await findBlob(made!);
      const stored = await buffer(await openBlob(blob));
      expect(blob.mime).toBe("image/jpeg");
      expect(await sharp(stored).metadata()).toMatchObject({ format: "jpeg", width: 64, height: 48 });
      expect((await sharp(stored).metadata()).exif).toBeUndefined();
      for (const trace of traces)
        expect([what, trace, stored.toString("latin1").includes(trace)]).toEqual([what, trace, false]);
      await rows(sql`delete from ticket_pictures where blob_id = ${made}`).catch(() => {});
      await rows(sql`delete from banners`);
      await rows(sql`delete from blogs`);
    }
    expect(await readdir(uploadFolder())).toEqual([]);
  });
});

/** Calls that take a table of requests; what is hostile in one is refused when it is read (kernel/files/sheets). */
const tables = ["API admin/upload-csv-for-ticket", "API ticket/createBulkTickets"];

test.each(tables)("%s takes no picture, and keeps nothing of it", async (name) => {
  const before = await blobs();
  const send = byApi(() => name.replace("API ", ""), "ticketsCsvFile");
  expect(await send(scene, named(await jpeg()))).toEqual({
    status: 422,
    words: "Please upload a valid CSV or Excel file",
  });
  expect(await blobs()).toEqual(before);
  expect(await readdir(uploadFolder())).toEqual([]);
});

test("every call and every page that takes a file is knocked at here", async () => {
  const calls = Object.entries(contract).filter(([, line]) => line.file !== undefined);
  const types = (key: string) =>
    key.includes("{type}") ? technicianImages.map((kind) => key.replace("{type}", imageFields[kind].type)) : [key];
  const apiDoors = doors.map(({ name }) => name).filter((name) => name.startsWith("API "));
  expect(calls.flatMap(([key]) => types(key.replace("POST ", "API "))).sort()).toEqual([...apiDoors, ...tables].sort());

  const routes = path.join(import.meta.dirname, "../../routes");
  const sources = (await readdir(routes, { recursive: true })).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const taking = sources.filter((name) =>
    /readForm\(|storeTechnicianImage\(|storeImages\(|addOnsitePicture\(|storeServicePicture\(|storeBannerPicture\(|storeBlogPicture\(|storeBlob\(|storeUpload\(|keepPictures|picturesIntent/.test(
      readFileSync(path.join(routes, name), "utf8"),
    ),
  );
  expect(taking.sort()).toEqual([
    "admin/banners/actions.server.ts",
    "admin/banners/picture.ts",
    "admin/blog/actions.server.ts",
    "admin/blog/picture.ts",
    "admin/services/actions.server.ts",
    "admin/services/picture.ts",
    "admin/uploads/new/route.tsx",
    "center/documents/route.tsx",
    "center/payments/objection-picture.ts",
    "center/technician-form/image.ts",
    "center/technician-form/route.tsx",
    "center/tickets/actions.server.ts",
    "center/tickets/pictures.ts",
    "technician/visit/route.tsx",
  ]);
});

test("H22 identity papers cannot be read on the disk, and a face can", async () => {
  for (const kind of technicianImages) {
    const before = await blobs();
    await byApi(() => `common/upload-image/${imageFields[kind].type}`, "aadhar")(scene, named(await jpeg()));
    const blob = await findBlob((await blobs()).find((id) => !before.includes(id))!);
    const raw = await buffer(await openBlob({ key: blob.key }));
    expect([kind, blob.sealed, raw.subarray(0, 2).toString("hex") === "ffd8"]).toEqual([
      kind,
      kind !== "profile",
      kind === "profile",
    ]);
    expect((await buffer(await openBlob(blob))).subarray(0, 2).toString("hex")).toBe("ffd8");
  }
});
