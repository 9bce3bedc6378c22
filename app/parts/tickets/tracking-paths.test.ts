import { expect, test } from "vitest";
import { ticketIn, trackingPath } from "./tracking-paths.ts";

const named = (query: string) => ticketIn(new URL(`http://localhost/ServiceStatus/${query}`));

test("Q40 the id stands in the query without a key, or as id or ticket_obj_id", () => {
  const id = "Ab_12-xyz";
  for (const query of [`?${id}`, `?${id}=`, `?id=${id}`, `?ticket_obj_id=${id}`, `?${id}&do=rebook`, `?do=see&${id}`]) {
    expect(named(query)).toBe(id);
  }
  for (const query of ["", "?", "?do=see", "?id=", "?utm_source=sms", "?do", "?step"]) {
    expect(named(query)).toBeUndefined();
  }
});

test("R077 a tracking address leads back to its own request, whatever else it asks for", () => {
  expect(trackingPath("Ab_12")).toBe("/ServiceStatus/?Ab_12");
  expect(trackingPath("Ab_12", { do: "rebook" })).toBe("/ServiceStatus/?Ab_12&do=rebook");
  expect(ticketIn(new URL(trackingPath("Ab_12", { do: "invoice", step: "code" }), "http://localhost"))).toBe("Ab_12");
});
