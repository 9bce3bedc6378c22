import sharp from "sharp";
import { expect, test } from "vitest";
import { openSession } from "#modules/access/index.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { storeImage } from "#modules/kernel/files/blobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aService } from "#modules/testing/factories.ts";
import { loader } from "./document.ts";

openDatabase();

const jpeg = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();

async function opened(id: string, token?: string) {
  const request = new Request(`http://localhost/files/${id}`, { headers: token ? { "access-token": token } : {} });
  const answer = await loader({ request, params: { id } });
  await answer.body?.cancel();
  return answer;
}

test("H22 no browser keeps an identity paper, so that every view of it is recorded", async () => {
  const center = await aCenter();
  const { token } = await openSession({ kind: "center", subjectId: center.id, via: "token", address: "127.0.0.1" });
  const paper = await storeImage(await jpeg(), { kind: "pan", ownerKind: "center", ownerId: center.id });
  for (let view = 0; view < 2; view += 1) {
    const answer = await opened(paper.id, token);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  }
  const views = (await historyOf("center", center.id)).filter(({ event }) => event === "document.viewed");
  expect(views).toHaveLength(2);
  expect((await opened(paper.id)).status).toBe(404);
});

test("a service's picture is for everybody and may be kept", async () => {
  const service = await aService();
  const picture = await storeImage(await jpeg(), { kind: "service", ownerKind: "service", ownerId: service.id });
  const answer = await opened(picture.id);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, max-age=3600"]);
});
