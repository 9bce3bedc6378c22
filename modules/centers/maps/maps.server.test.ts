import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { day, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { mapsAreConfigured, placeAt } from "./maps.server.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());

const bengaluru = { latitude: 12.9715987, longitude: "77.5945627" };

test.each(["none", "google"] as const)(
  "a position in Bengaluru is 560001, in Delhi 110001, at sea nothing (%s)",
  async (mapsProvider) => {
    configure({ mapsProvider });
    await rows(sql`delete from geocodes`);
    expect(await placeAt(bengaluru)).toEqual({
      pincode: "560001",
      locality: "Central",
      city: "Bengaluru",
      state: "Karnataka",
    });
    expect(await placeAt({ latitude: 28.61, longitude: 77.2 })).toMatchObject({ pincode: "110001", city: "Delhi" });
    expect(await placeAt({ latitude: -10, longitude: 80 })).toEqual({
      pincode: null,
      locality: null,
      city: null,
      state: null,
    });
    configure({ mapsProvider: "none" });
  },
);

test("positions are kept rounded to three decimals, and the provider is asked once", async () => {
  await rows(sql`delete from geocodes`);
  await placeAt(bengaluru);
  expect(await rows(sql`select latitude::text, longitude::text from geocodes`)).toEqual([
    { latitude: "12.972", longitude: "77.595" },
  ]);
  const { mapsBaseUrl } = env;
  configure({ mapsBaseUrl: "http://127.0.0.1:9" });
  expect(await placeAt({ latitude: 12.9717, longitude: 77.5946 })).toMatchObject({ pincode: "560001" });
  moveClock(91 * day);
  await expect(placeAt(bengaluru)).rejects.toMatchObject({ kind: "unavailable" });
  resetClock();
  configure({ mapsBaseUrl });
});

test("a position that is none is refused, and without a provider there is no answer", async () => {
  for (const latitude of ["", "north", 91, null, undefined]) {
    await expect(placeAt({ latitude, longitude: 77 })).rejects.toMatchObject({ kind: "invalid" });
  }
  const { mapsBaseUrl } = env;
  configure({ mapsBaseUrl: "" });
  expect(mapsAreConfigured()).toBe(false);
  expect(await placeAt(bengaluru)).toBeUndefined();
  configure({ mapsBaseUrl });
});

test("a position abroad has no pincode, and a provider that refuses us does not answer", async () => {
  await rows(sql`delete from geocodes`);
  const component = (long_name: string, type: string) => ({ long_name, types: [type] });
  const abroad = {
    status: "OK",
    results: [{ address_components: [component("10115", "postal_code"), component("Berlin", "locality")] }],
  };
  const answers = [abroad, { status: "REQUEST_DENIED", error_message: "no such key", results: [] }];
  const server = createServer((_request, response) => void response.end(JSON.stringify(answers.shift())));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { mapsBaseUrl } = env;
  configure({ mapsProvider: "google", mapsBaseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  expect(await placeAt({ latitude: 52.5, longitude: 13.4 })).toMatchObject({ pincode: null, city: "Berlin" });
  await expect(placeAt({ latitude: 52.6, longitude: 13.4 })).rejects.toMatchObject({ kind: "unavailable" });
  expect(await rows(sql`select 1 from geocodes where latitude = 52.6`)).toEqual([]);
  configure({ mapsProvider: "none", mapsBaseUrl });
  server.close();
});
