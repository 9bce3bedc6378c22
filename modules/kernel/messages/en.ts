import { access } from "./en/access.ts";
import { admin } from "./en/admin.ts";
import { api } from "./en/api.ts";
import { booking } from "./en/booking.ts";
import { catalog } from "./en/catalog.ts";
import { center } from "./en/center.ts";
import { centers } from "./en/centers.ts";
import { cli } from "./en/cli.ts";
import { feedback } from "./en/feedback.ts";
import { gateway } from "./en/gateway.ts";
import { invoice } from "./en/invoice.ts";
import { kernel } from "./en/kernel.ts";
import { notifications } from "./en/notifications.ts";
import { poster } from "./en/poster.ts";
import { registration } from "./en/registration.ts";
import { rides } from "./en/rides.ts";
import { shell } from "./en/shell.ts";
import { technician } from "./en/technician.ts";
import { tickets } from "./en/tickets.ts";
import { tracking } from "./en/tracking.ts";
import { wallet } from "./en/wallet.ts";

/** Every text of the product in English, exact to the specification's letter. */
export const en = {
  ...kernel,
  ...access,
  ...catalog,
  ...centers,
  ...wallet,
  ...tickets,
  ...notifications,
  ...booking,
  ...rides,
  ...tracking,
  ...feedback,
  ...center,
  ...admin,
  ...api,
  ...cli,
  ...registration,
  ...shell,
  ...gateway,
  ...invoice,
  ...poster,
  ...technician,
} as const;
