import { z } from "zod";
import { env } from "#modules/kernel/env.server.ts";
import { callProvider, GatewayError } from "#modules/kernel/outside/provider-call.server.ts";
import { indianPincode, type Place } from "./maps-place.ts";

const Answer = z.object({
  status: z.string(),
  error_message: z.string().optional(),
  results: z.array(
    z.object({ address_components: z.array(z.object({ long_name: z.string(), types: z.array(z.string()) })) }),
  ),
});

/** Look up the address of a position by Google's Geocoding API. */
export async function askGoogle(latitude: number, longitude: number): Promise<Place> {
  const query = new URLSearchParams({
    latlng: `${latitude},${longitude}`,
    language: "en",
    region: "in",
    key: env.mapsApiKey,
  });
  const { status, error_message, results } = await callProvider({
    provider: "maps",
    url: `${env.mapsBaseUrl}/maps/api/geocode/json?${query}`,
    timeoutMs: 4_000,
    answer: Answer,
    refusal: () => ({}),
  });
  // Google reports refusals with status 200.
  if (status !== "OK" && status !== "ZERO_RESULTS")
    throw new GatewayError("maps", 200, status, error_message ?? status);
  const parts = results.flatMap((result) => result.address_components);
  const named = (type: string) => parts.find((part) => part.types.includes(type))?.long_name ?? null;
  return {
    // A position abroad has a foreign postal code.
    pincode: indianPincode(named("postal_code")),
    locality: named("sublocality") ?? named("neighborhood"),
    city: named("locality"),
    state: named("administrative_area_level_1"),
  };
}
