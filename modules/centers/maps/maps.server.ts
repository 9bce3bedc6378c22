import { sql } from "kysely";
import { z } from "zod";
import { day, now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { invalid, unavailable } from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { GatewayError } from "#modules/kernel/outside/provider-call.server.ts";
import { askGoogle } from "./maps-google.server.ts";
import { askNominatim } from "./maps-nominatim.server.ts";
import type { Place } from "./maps-place.ts";

export type { Place } from "./maps-place.ts";

/** A geocoding provider; takes degrees, already rounded. */
export type Geocoder = (latitude: number, longitude: number) => Promise<Place>;

/** Degrees as a number or as a form's text; an empty text is refused. */
const degrees = (most: number) =>
  z.union([z.number(), z.string().trim().min(1).transform(Number)]).pipe(z.number().min(-most).max(most));
const Position = z.object({ latitude: degrees(90), longitude: degrees(180) });

const knownPlaceDays = 90;
const unknownPlaceDays = 1;

/** Whether a maps provider is configured; without one the booking form simply asks for the pincode. */
export const mapsAreConfigured = () => env.mapsBaseUrl !== "";

/**
 * The pincode and address parts of a device's position. Coordinates are rounded to three decimals (about 100 m) before
 * they are sent out or stored; answers are cached for 90 days. Undefined when no provider is configured (H28).
 */
export async function placeAt(position: { latitude: unknown; longitude: unknown }): Promise<Place | undefined> {
  const parsed = Position.safeParse(position);
  if (!parsed.success) throw invalid("form.choice");
  if (!mapsAreConfigured()) return undefined;
  const latitude = rounded(parsed.data.latitude);
  const longitude = rounded(parsed.data.longitude);
  const stored = await storedPlace(latitude, longitude);
  if (stored) return stored;
  const place = await geocoder()(latitude, longitude).catch(notNow);
  await keepPlace(latitude, longitude, place);
  return place;
}

/** A refusal by the provider (key, quota) is logged; callers get `unavailable`. */
function notNow(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error;
  log.error({ err: error }, "the maps refused a position");
  throw unavailable("error.unavailable");
}

const geocoder = (): Geocoder => (env.mapsProvider === "google" ? askGoogle : askNominatim);

/** Three decimals, and never minus zero. */
const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000 + 0;

const storedPlace = (latitude: number, longitude: number) =>
  row<Place>(
    sql`select pincode, locality, city, state from geocodes where latitude = ${latitude}::numeric and longitude = ${longitude}::numeric
     and looked_up_at > case when pincode is null then ${daysAgo(unknownPlaceDays)}::timestamptz else ${daysAgo(knownPlaceDays)}::timestamptz end`,
  );

const keepPlace = (latitude: number, longitude: number, { pincode, locality, city, state }: Place) =>
  rows(
    sql`insert into geocodes (latitude, longitude, pincode, locality, city, state, looked_up_at)
     values (${latitude}, ${longitude}, ${pincode}, ${locality}, ${city}, ${state}, ${now()})
     on conflict (latitude, longitude) do update set pincode = excluded.pincode, locality = excluded.locality,
       city = excluded.city, state = excluded.state, looked_up_at = excluded.looked_up_at`,
  );

const daysAgo = (days: number) => new Date(now().getTime() - days * day);
