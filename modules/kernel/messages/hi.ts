import type { en } from "./en.ts";
import { access } from "./hi/access.ts";
import { admin } from "./hi/admin.ts";
import { api } from "./hi/api.ts";
import { booking } from "./hi/booking.ts";
import { catalog } from "./hi/catalog.ts";
import { center } from "./hi/center.ts";
import { centers } from "./hi/centers.ts";
import { cli } from "./hi/cli.ts";
import { feedback } from "./hi/feedback.ts";
import { gateway } from "./hi/gateway.ts";
import { invoice } from "./hi/invoice.ts";
import { kernel } from "./hi/kernel.ts";
import { notifications } from "./hi/notifications.ts";
import { poster } from "./hi/poster.ts";
import { registration } from "./hi/registration.ts";
import { rides } from "./hi/rides.ts";
import { shell } from "./hi/shell.ts";
import { technician } from "./hi/technician.ts";
import { tickets } from "./hi/tickets.ts";
import { tracking } from "./hi/tracking.ts";
import { wallet } from "./hi/wallet.ts";

/** Every text of the product in Hindi; a missing key does not compile. */
export const hi: Record<keyof typeof en, string> = {
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
};
