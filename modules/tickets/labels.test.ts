import { describe, expect, test } from "vitest";
import {
  activeStep,
  type BroadcastStatus,
  broadcastLabel,
  displayedStatus,
  paidColumn,
  revisitOpen,
  type StatusStep,
  type TicketCreatedBy,
  type TicketStatus,
  ticketCreators,
  ticketStatuses,
  trackingColour,
} from "./labels.ts";

const label = (
  broadcastStatus: BroadcastStatus | null,
  createdBy: TicketCreatedBy,
  { paid = false, served = true } = {},
) => broadcastLabel({ serviceAvailable: served, broadcastStatus, createdBy, isPaidByPublic: paid });

describe("the broadcast label", () => {
  test("R205 service_available false is said first, before every other rule", () => {
    for (const createdBy of ticketCreators)
      for (const status of [null, "broadcasted", "matched_in_same_center", "accepted after broadcast"] as const)
        for (const paid of [true, false])
          expect(label(status, createdBy, { paid, served: false })).toBe("No Service Available In This Area");
  });
  test("R206 Q27 broadcasted and created by a center is NEW NOT PAID, even when it is paid", () => {
    expect(label("broadcasted", "CENTER")).toBe("NEW NOT PAID");
    expect(label("broadcasted", "CENTER", { paid: true })).toBe("NEW NOT PAID");
  });
  test("R207 broadcasted through a dealer's code is DEALER", () => {
    expect(label("broadcasted", "PUBLIC_WITH_DELAR_QR")).toBe("DEALER");
    expect(label("broadcasted", "PUBLIC_WITH_DELAR_QR", { paid: true })).toBe("DEALER");
  });
  test("R208 an admin's ticket accepted after broadcast is Admin Created-Accepted", () => {
    expect(label("accepted after broadcast", "SUPER_ADMIN")).toBe("Admin Created-Accepted");
  });
  test("R209 any other ticket accepted after broadcast is Public Created-Accepted", () => {
    for (const createdBy of ticketCreators.filter((creator) => creator !== "SUPER_ADMIN"))
      expect(label("accepted after broadcast", createdBy)).toBe("Public Created-Accepted");
  });
  test("R210 Q27 Q29 a missing broadcast status is Not Paid (Payment Failed), whoever created it", () => {
    for (const createdBy of ticketCreators) expect(label(null, createdBy)).toBe("Not Paid (Payment Failed)");
    expect(label(null, "PUBLIC", { paid: true })).toBe("Not Paid (Payment Failed)");
  });
  test("R211 any other broadcasted ticket is NEW 99 once the public paid", () => {
    for (const createdBy of ["PUBLIC", "PUBLIC_APP", "SUPER_ADMIN", "PUBLIC_WITH_CENTER_QR"] as const)
      expect(label("broadcasted", createdBy, { paid: true })).toBe("NEW 99");
  });
  test("R212 Q26 an unpaid one through a center's code is NEW NOT PAID", () => {
    expect(label("broadcasted", "PUBLIC_WITH_CENTER_QR")).toBe("NEW NOT PAID");
  });
  test("R213 Q27 Q28 anything else is the broadcast status and one space before FREE", () => {
    for (const createdBy of ["PUBLIC", "PUBLIC_APP", "SUPER_ADMIN"] as const)
      expect(label("broadcasted", createdBy)).toBe("broadcasted FREE");
    for (const createdBy of ticketCreators)
      expect(label("matched_in_same_center", createdBy)).toBe("matched_in_same_center FREE");
  });
});

describe("the displayed status", () => {
  const shown = (status: TicketStatus, broadcastStatus: BroadcastStatus | null, technicianId: string | null) =>
    displayedStatus({ status, broadcastStatus, technicianId });

  test("R198 PENDING in the same center with a technician is Technician Assigned", () => {
    expect(shown("PENDING", "matched_in_same_center", "t")).toBe("Technician Assigned");
  });
  test("R199 PENDING in the same center without one is Technician Not Assigned", () => {
    expect(shown("PENDING", "matched_in_same_center", null)).toBe("Technician Not Assigned");
  });
  test("R200 R201 ACCEPTED speaks of the technician, whatever the broadcast status", () => {
    for (const status of [null, "broadcasted", "matched_in_same_center", "accepted after broadcast"] as const) {
      expect(shown("ACCEPTED", status, "t")).toBe("Technician Assigned");
      expect(shown("ACCEPTED", status, null)).toBe("Technician Not Assigned");
    }
  });
  test("R202 any other status is shown as it is", () => {
    expect(shown("PENDING", "broadcasted", null)).toBe("PENDING");
    expect(shown("PENDING", null, "t")).toBe("PENDING");
    for (const status of ticketStatuses.filter((one) => one !== "PENDING" && one !== "ACCEPTED"))
      for (const technician of ["t", null]) expect(shown(status, "matched_in_same_center", technician)).toBe(status);
  });
});

describe("tracking", () => {
  test("R087 Q89 the active step is the count of completed steps plus one, at most six", () => {
    const done: StatusStep[] = ["CREATED", "ASSIGNED", "STARTED", "COMPLETED", "INVOICED", "FEEDBACK"];
    expect(done.map((_, count) => activeStep(done.slice(0, count)))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(activeStep(done)).toBe(6);
  });
  test("R088 NOT_ASSIGNED makes the second step the active one", () => {
    expect(activeStep(["CREATED", "NOT_ASSIGNED"])).toBe(2);
    expect(activeStep(["NOT_ASSIGNED"])).toBe(2);
  });
  test("R090 PENDING is yellow, ACCEPTED green, CLOSED and anything else red", () => {
    expect(ticketStatuses.map(trackingColour)).toEqual(["yellow", "green", "red", "red", "red", "red", "red"]);
  });
  test("R092 Q110 a revisit is offered for 29 times 24 hours, the last instant included", () => {
    const closedAt = new Date("2026-11-01T10:00:00Z");
    const last = new Date(closedAt.getTime() + 29 * 24 * 3_600_000);
    expect(revisitOpen(closedAt, closedAt)).toBe(true);
    expect(revisitOpen(closedAt, last)).toBe(true);
    expect(revisitOpen(closedAt, new Date(last.getTime() + 1))).toBe(false);
    expect(revisitOpen(null, last)).toBe(false);
  });
});

describe("table cells", () => {
  test("R252 a paid column shows 99 or 0", () => {
    expect([paidColumn(true), paidColumn(false)]).toEqual([99, 0]);
  });
});
