import { expect, test } from "vitest";
import { lookupLimit } from "#app/http/doors/use-limit.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, aPhone, qrOf } from "#modules/testing/factories.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/** What a call answers to who asked too often. */
async function refusalOf(line: string, body: object) {
  const [method, path] = line.split(" ") as [string, string];
  const request = new Request(`http://localhost/api/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { status, headers } = await serve({ request, params: {}, context: { address, requestId: "often" } });
  const of = (name: string) => headers.get(name);
  return { status, wait: Number(of("retry-after")), policy: of("ratelimit-policy"), left: of("ratelimit") };
}
const address = anAddress();

test("wrong passwords and codes asked for again say how long to wait, and by which limit, as every other 429 does", async () => {
  const wrong = { user_name: `nobody ${process.pid}`, password: "wrong" };
  for (let tries = 0; tries < 5; tries++) expect((await refusalOf("POST admin/login", wrong)).status).not.toBe(429);
  const login = await refusalOf("POST admin/login", wrong);
  // The limit that is used up comes first, those with more left after it.
  expect(login).toMatchObject({
    status: 429,
    policy: expect.stringMatching(/^"sign-in";q=5;w=86400, "api-network";q=120/),
  });
  expect(login.left).toMatch(new RegExp(`^"sign-in";r=0;t=${login.wait}, "api-network";r=\\d+;t=\\d+$`));
  expect(login.wait).toBeGreaterThan(0);
  const phone = { country_code: "+91", mobile_number: aPhone() };
  expect((await refusalOf("POST consumerAppAppRoute/sent-otp-by-web", phone)).status).toBe(200);
  const code = await refusalOf("POST consumerAppAppRoute/sent-otp-by-web", phone);
  expect(code).toMatchObject({ status: 429, policy: expect.stringMatching(/^"otp-phone";q=1;w=30, /) });
  expect(code.left).toMatch(new RegExp(`^"otp-phone";r=0;t=${code.wait}, `));
});

test("who asks too often is told which limit is used up and when it is whole again", async () => {
  const { qrId } = await qrOf(await aCenter());
  const address = anAddress();
  const ask = () =>
    serve({
      request: new Request(`http://localhost/api/center/get-center-based-on-qr?qr_id=${qrId}`),
      params: {},
      context: { address, requestId: "often" },
    });
  for (let attempt = 0; attempt < lookupLimit.network; attempt++) {
    const { status, headers } = await ask();
    const left = lookupLimit.network - attempt - 1;
    expect([status, headers.get("ratelimit-policy")]).toEqual([200, `"lookup-network";q=${lookupLimit.network};w=60`]);
    expect(headers.get("ratelimit")).toMatch(new RegExp(`^"lookup-network";r=${left};t=\\d+$`));
  }
  const { status, headers } = await ask();
  const seconds = Number(headers.get("retry-after"));
  expect(status).toBe(429);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(headers.get("ratelimit-policy")).toBe(`"lookup-network";q=${lookupLimit.network};w=60`);
  expect(headers.get("ratelimit")).toBe(`"lookup-network";r=0;t=${seconds}`);
});
