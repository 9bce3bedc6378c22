import { sql } from "kysely";
import { expect, test } from "vitest";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter } from "#modules/testing/factories.ts";
import { placeOfPincode } from "../index.ts";
import { centerState } from "../state.ts";

openDatabase();

const mapped = (pincode: string, city: string | null, state: string, at: number) =>
  rows(
    sql`insert into geocodes (latitude, longitude, pincode, city, state, looked_up_at) values (${at}, 77, ${pincode}, ${city}, ${state}, now())`,
  );

test("a pincode nobody knows has its state by its prefix, if that is sure, and no city", async () => {
  expect(await placeOfPincode("560099")).toEqual({ city: null, state: "Karnataka" });
  expect(await placeOfPincode("605099")).toEqual({ city: null, state: null });
});

test("the city is the one most told by the maps and by centers at work there, however it is written", async () => {
  const pincode = "560098";
  await aCenter({ pincode, city: "Bengaluru", state: "Karnataka" });
  expect(await placeOfPincode(pincode)).toEqual({ city: "Bengaluru", state: "Karnataka" });
  await aCenter({ pincode, city: "Bangalore", state: "Karnataka", isActive: centerState.DELETED });
  await aCenter({ pincode, city: "Bangalore", state: "Karnataka", isActive: centerState.DELETED });
  expect(await placeOfPincode(pincode)).toMatchObject({ city: "Bengaluru" });
  await mapped(pincode, "Yelahanka", "Karnataka", 13.1);
  expect(await placeOfPincode(pincode)).toMatchObject({ city: "Yelahanka" });
  await aCenter({ pincode, city: "bengaluru", state: "Karnataka" });
  await aCenter({ pincode, city: "Bengaluru ", state: "Karnataka" });
  expect((await placeOfPincode(pincode)).city?.toLowerCase()).toBe("bengaluru");
});

test("a state that the pincode itself denies is not believed, nor its city; a shared prefix leaves it to who told", async () => {
  await aCenter({ pincode: "400099", city: "Pune City", state: "Goa" });
  expect(await placeOfPincode("400099")).toEqual({ city: null, state: "Maharashtra" });
  await aCenter({ pincode: "605098", city: "Puducherry", state: "Puducherry" });
  expect(await placeOfPincode("605098")).toEqual({ city: "Puducherry", state: "Puducherry" });
  // Longer than the form allows.
  await aCenter({ pincode: "400098", city: "x".repeat(31), state: "Maharashtra" });
  expect(await placeOfPincode("400098")).toEqual({ city: null, state: "Maharashtra" });
});
