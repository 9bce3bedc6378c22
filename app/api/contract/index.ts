import type { Contract } from "../call.server.ts";
import { access } from "./access.ts";
import { adminTickets } from "./admin-tickets.ts";
import { booking } from "./booking.ts";
import { catalog } from "./catalog.ts";
import { centers } from "./centers.ts";
import { onboarding } from "./onboarding.ts";
import { payments } from "./payments.ts";
import { rides } from "./rides.ts";
import { tickets } from "./tickets.ts";
import { tracking } from "./tracking.ts";

/** Every call of the API. */
export const contract: Contract = {
  ...access,
  ...booking,
  ...catalog,
  ...centers,
  ...onboarding,
  ...payments,
  ...rides,
  ...tickets,
  ...adminTickets,
  ...tracking,
};
