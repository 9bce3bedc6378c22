import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { documentUrl } from "#app/api/shapes/wire-parts.ts";
import type { LoadContext } from "#app/http/request/door.server.ts";
import { loader as poster } from "#app/routes/center/dashboard/qr-poster.ts";
import { openSession } from "#modules/access/index.ts";
import { now } from "#modules/kernel/clock.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAdmin, aService, aTechnician } from "#modules/testing/factories.ts";
import { loader } from "./document.ts";

openDatabase();

const jpeg = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();

/** A stored picture of this kind, of one with this id. */
const aPicture = async (kind: string, ownerKind: string, ownerId: string) =>
  storeBlob(await jpeg(), { kind, ownerKind, ownerId, mime: "image/jpeg" });

async function opened(id: string, token?: string) {
  const request = new Request(`http://localhost/files/${id}`, { headers: token ? { "access-token": token } : {} });
  const answer = await loader({ request, params: { id } });
  await answer.body?.cancel();
  return answer;
}

test("H22 no browser keeps an identity paper, so that every view of it is recorded", async () => {
  const center = await aCenter();
  const { token } = await openSession({ kind: "center", subjectId: center.id, via: "token", address: "127.0.0.1" });
  const paper = await aPicture("pan", "center", center.id);
  for (let view = 0; view < 2; view += 1) {
    const answer = await opened(paper.id, token);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  }
  const views = (await historyOf("center", center.id)).filter(({ event }) => event === "document.viewed");
  expect(views).toHaveLength(2);
  expect((await opened(paper.id)).status).toBe(404);
});

test("an admin sees an identity paper for ten minutes after the password, and before that no view is recorded", async () => {
  const center = await aCenter();
  const paper = await aPicture("pan", "center", center.id);
  await aTechnician({ center, panBlobId: paper.id });
  const { id: adminId } = await anAdmin();
  const ask = async (session: { via: "cookie" | "token"; provedAt?: Date }) => {
    const { token } = await openSession({ kind: "admin", subjectId: adminId, address: "127.0.0.1", ...session });
    const headers: Record<string, string> =
      session.via === "token" ? { "access-token": token } : { cookie: `admin_session=${token}`, accept: "image/webp" };
    const request = new Request(`http://localhost/files/${paper.id}`, { headers });
    const answer = await loader({ request, params: { id: paper.id } });
    return answer.status === 200 ? 200 : ((await answer.json()) as { problem: string }).problem;
  };
  const ago = (minutes: number) => new Date(now().getTime() - minutes * 60_000);
  const views = async () =>
    (await historyOf("center", center.id)).filter(({ event }) => event === "document.viewed").length;
  expect(await ask({ via: "cookie" })).toBe("confirm.byApi");
  expect(await ask({ via: "cookie", provedAt: ago(10) })).toBe("confirm.byApi");
  expect(await views()).toBe(0);
  expect(await ask({ via: "cookie", provedAt: ago(9) })).toBe(200);
  // An app's token needs a code where the admin has a second factor, and a login as late without one.
  expect(await ask({ via: "token", provedAt: ago(10) })).toBe("confirm.byLogin");
  expect(await ask({ via: "token", provedAt: ago(9) })).toBe(200);
  expect(await views()).toBe(2);
});

test("a person who opens a file that is refused is shown the error page, a picture inside a page, a download and a call are not", async () => {
  const center = await aCenter();
  const paper = await aPicture("pan", "center", center.id);
  const page = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  for (const [id, accept, dest, shown] of [
    [paper.id, page, "document", "blob.missing"],
    [randomUUID(), page, "document", "blob.missing"],
    [paper.id, page, "empty", undefined],
    [paper.id, "image/avif,image/webp,*/*;q=0.8", "image", undefined],
    [paper.id, "application/json", "empty", undefined],
  ] as const) {
    const context: LoadContext = { document: true };
    const request = new Request(`http://localhost/files/${id}`, { headers: { accept, "sec-fetch-dest": dest } });
    const answer = await loader({ request, params: { id }, context });
    expect([answer.status, await answer.json()]).toEqual([404, { problem: "blob.missing" }]);
    expect(context.refused?.key, accept).toBe(shown);
  }
});

test("a file of a console asked for without a session leads a person to the login, and not back to the file", async () => {
  const ask = (accept: string) =>
    poster({ request: new Request("http://localhost/qr-poster", { headers: { accept } }), params: {} });
  const person = await ask("text/html");
  expect([person.status, person.headers.get("location")]).toEqual([303, "/"]);
  expect(person.headers.getSetCookie().join()).not.toContain("center_back");
  expect((await ask("*/*")).status).toBe(401);
});

test("Q64 a paper has an address that ends in .jpg, and the one without it", async () => {
  const center = await aCenter();
  const { token } = await openSession({ kind: "center", subjectId: center.id, via: "token", address: "127.0.0.1" });
  const { id } = await aPicture("aadhar_front", "center", center.id);
  for (const [address, status] of [
    [documentUrl(id)!, 200],
    [`/files/${id}.JPG`, 200],
    [`/files/${id}`, 200],
    [`/files/${id}.png`, 404],
    [`/files/${id}.jpg.jpg`, 404],
    ["/files/.jpg", 404],
    [`/files/${randomUUID()}.jpg`, 404],
  ] as const) {
    const answer = await opened(address.slice("/files/".length), token).catch(
      (refused: { init: ResponseInit }) => refused.init,
    );
    expect([address, answer.status]).toEqual([address, status]);
  }
  const answer = await opened(`${id}.jpg`, token);
  expect(answer.headers.get("content-type")).toBe("image/jpeg");
  expect((await opened(`${id}.jpg`)).status).toBe(404);
});

test("a service's picture is for everybody and may be kept", async () => {
  const service = await aService();
  const picture = await aPicture("service", "service", service.id);
  const answer = await opened(picture.id);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, max-age=3600"]);
});
