import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { env } from "#modules/kernel/env.server.ts";
import { unavailable } from "#modules/kernel/errors.ts";
import { callProvider, isEmulated } from "#modules/kernel/outside/provider-call.server.ts";
import { indianPincode, type Place } from "./maps-place.ts";

const text = z.string().optional();
const Answer = z.object({
  address: z
    .object({
      postcode: text,
      suburb: text,
      neighbourhood: text,
      city_district: text,
      city: text,
      town: text,
      village: text,
      state: text,
    })
    .optional(),
});

/** Look up the address of a position by Nominatim's protocol (its public server, one of our own, or the emulator). */
export async function askNominatim(latitude: number, longitude: number): Promise<Place> {
  if (!isEmulated(env.mapsBaseUrl)) await turn();
  const query = new URLSearchParams({
    format: "jsonv2",
    lat: String(latitude),
    lon: String(longitude),
    zoom: "18",
    addressdetails: "1",
    "accept-language": "en",
  });
  const { address = {} } = await callProvider({
    provider: "maps",
    url: `${env.mapsBaseUrl}/reverse?${query}`,
    // Required by the public server's usage policy.
    headers: { "user-agent": `${env.productName} (${env.publicUrl})` },
    timeoutMs: 4_000,
    answer: Answer,
    refusal: (body) => ({ description: (body as { error?: unknown } | undefined)?.error }),
  });
  return {
    pincode: indianPincode(address.postcode),
    locality: address.suburb ?? address.neighbourhood ?? address.city_district ?? null,
    city: address.city ?? address.town ?? address.village ?? null,
    state: address.state ?? null,
  };
}

let line: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** The most waiting calls; more are refused, because a suggestion is not worth a longer wait. */
const longestLine = 4;

/** The public server allows one request a second: waits for this process's turn, or refuses when too many wait. */
async function turn() {
  if (waiting >= longestLine) throw unavailable("error.unavailable");
  waiting += 1;
  const mine = line;
  line = mine.then(() => pause(1_000, undefined, { ref: false }));
  await mine;
  waiting -= 1;
}
