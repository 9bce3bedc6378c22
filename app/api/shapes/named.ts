import type { z } from "zod";
import { BookedTicketShape } from "./booked.ts";
import { BroadcastShape } from "./broadcast.ts";
import { CenterShape } from "./center.ts";
import { OnboarderShape } from "./onboarder.ts";
import { RideShape } from "./ride.ts";
import { ServiceShape, VehicleShape } from "./service.ts";
import { TechnicianShape } from "./technician.ts";
import { TicketDetailShape, TicketShape } from "./ticket.ts";
import { TrackedTicketShape } from "./tracked.ts";
import { TransactionShape } from "./transaction.ts";

/** The shapes that the OpenAPI document describes once under a name. */
export const named: Record<string, z.ZodObject> = {
  Ticket: TicketShape,
  TicketDetail: TicketDetailShape,
  TrackedTicket: TrackedTicketShape,
  BookedTicket: BookedTicketShape,
  ERickshawTicket: RideShape,
  Service: ServiceShape,
  Vehicle: VehicleShape,
  Center: CenterShape,
  Technician: TechnicianShape,
  CenterOnboarder: OnboarderShape,
  BroadcastEntry: BroadcastShape,
  Transaction: TransactionShape,
};
