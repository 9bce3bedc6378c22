import { expect, test } from "vitest";
import { lookupLimit } from "#app/http/doors/use-limit.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, qrOf } from "#modules/testing/factories.ts";
import { serve } from "./serve.server.ts";

openDatabase();

test("who asks too often is told which limit is used up and when it is whole again", async () => {
  const { qrId } = await qrOf(await aCenter());
  const address = anAddress();
  const ask = () =>
    serve({
      request: new Request(`http://localhost/api/center/get-center-based-on-qr?qr_id=${qrId}`),
      params: {},
      context: { address, requestId: "often" },
    });
  for (let asked = 0; asked < lookupLimit.network; asked++) {
    const { status, headers } = await ask();
    expect([status, headers.get("ratelimit")]).toEqual([200, null]);
  }
  const { status, headers } = await ask();
  const seconds = Number(headers.get("retry-after"));
  expect(status).toBe(429);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(headers.get("ratelimit-policy")).toBe(`"lookup-network";q=${lookupLimit.network};w=60`);
  expect(headers.get("ratelimit")).toBe(`"lookup-network";r=0;t=${seconds}`);
});
