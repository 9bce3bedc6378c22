import { expect, test } from "vitest";
import { deskNamed } from "#app/routes/admin/requests/lists/desks.server.ts";
import * as tickets from "#modules/tickets/index.ts";
import { plannedFilters } from "./plans.ts";

const nothing = { service: "s", city: "c", client: "k", pincode: "p", center: "z", ticket: undefined };

test("the plan of each filter and view of each operators' list of requests, offers and rides is looked at", () => {
  const lists = plannedFilters(tickets, nothing);
  expect(lists).toHaveLength(12);
  for (const [{ name, filter }, planned] of lists) {
    const desk = deskNamed(name)!;
    const offered = [
      ...desk.filters.map((each) => each.name),
      ...Object.values(desk.views ?? {}).flatMap((view) => Object.keys(view.filter())),
    ];
    const searched = ["search", "from", "to"];
    expect(Object.keys(planned), name).toEqual(
      expect.arrayContaining(offered.filter((each) => !searched.includes(each))),
    );
    for (const [field, values] of Object.entries(planned))
      expect([name, field, filter.shape[field] !== undefined, values.length > 0]).toEqual([name, field, true, true]);
  }
});
