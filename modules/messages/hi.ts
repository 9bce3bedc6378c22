import type { en } from "./en.ts";
import { access } from "./hi/access.ts";
import { acts } from "./hi/acts.ts";
import { adjust } from "./hi/adjust.ts";
import { admin } from "./hi/admin.ts";
import { api } from "./hi/api.ts";
import { blog } from "./hi/blog.ts";
import { booking } from "./hi/booking.ts";
import { bulk } from "./hi/bulk.ts";
import { catalog } from "./hi/catalog.ts";
import { center } from "./hi/center.ts";
import { centerDesk } from "./hi/center-desk.ts";
import { centerForm } from "./hi/center-form.ts";
import { centerKit } from "./hi/center-kit.ts";
import { centerSubscription } from "./hi/center-subscription.ts";
import { centerTerm } from "./hi/center-term.ts";
import { centers } from "./hi/centers.ts";
import { cli } from "./hi/cli.ts";
import { clientKeys } from "./hi/client-keys.ts";
import { clients } from "./hi/clients.ts";
import { clock } from "./hi/clock.ts";
import { close } from "./hi/close.ts";
import { consumerPage } from "./hi/consumer-page.ts";
import { consumers } from "./hi/consumers.ts";
import { content } from "./hi/content.ts";
import { desk } from "./hi/desk.ts";
import { fee } from "./hi/fee.ts";
import { feedback } from "./hi/feedback.ts";
import { find } from "./hi/find.ts";
import { gateway } from "./hi/gateway.ts";
import { handBack } from "./hi/hand-back.ts";
import { home } from "./hi/home.ts";
import { imports } from "./hi/imports.ts";
import { invoice } from "./hi/invoice.ts";
import { jobPayment } from "./hi/job-payment.ts";
import { kernel } from "./hi/kernel.ts";
import { lists } from "./hi/lists.ts";
import { needs } from "./hi/needs.ts";
import { notificationDesk } from "./hi/notification-desk.ts";
import { notifications } from "./hi/notifications.ts";
import { people } from "./hi/people.ts";
import { poster } from "./hi/poster.ts";
import { registration } from "./hi/registration.ts";
import { report } from "./hi/report.ts";
import { request } from "./hi/request.ts";
import { requestForm } from "./hi/request-form.ts";
import { rides } from "./hi/rides.ts";
import { roles } from "./hi/roles.ts";
import { security } from "./hi/security.ts";
import { shell } from "./hi/shell.ts";
import { stillNeeded } from "./hi/still-needed.ts";
import { subscription } from "./hi/subscription.ts";
import { technician } from "./hi/technician.ts";
import { ticketActs } from "./hi/ticket-acts.ts";
import { ticketHistory } from "./hi/ticket-history.ts";
import { tickets } from "./hi/tickets.ts";
import { tracking } from "./hi/tracking.ts";
import { uploads } from "./hi/uploads.ts";
import { users } from "./hi/users.ts";
import { verification } from "./hi/verification.ts";
import { visitCharges } from "./hi/visit-charges.ts";
import { wallet } from "./hi/wallet.ts";
import { walletDesk } from "./hi/wallet-desk.ts";
import { webhooks } from "./hi/webhooks.ts";

/** Every text of the product in Hindi; a missing key does not compile. */
export const hi: Record<keyof typeof en, string> = {
  ...kernel,
  ...lists,
  ...needs,
  ...access,
  ...roles,
  ...uploads,
  ...users,
  ...catalog,
  ...clientKeys,
  ...webhooks,
  ...clients,
  ...centerDesk,
  ...centerForm,
  ...centerKit,
  ...centerSubscription,
  ...centerTerm,
  ...centers,
  ...verification,
  ...wallet,
  ...fee,
  ...handBack,
  ...adjust,
  ...walletDesk,
  ...tickets,
  ...requestForm,
  ...ticketActs,
  ...ticketHistory,
  ...notifications,
  ...notificationDesk,
  ...booking,
  ...report,
  ...rides,
  ...tracking,
  ...feedback,
  ...center,
  ...admin,
  ...home,
  ...security,
  ...clock,
  ...close,
  ...content,
  ...visitCharges,
  ...blog,
  ...desk,
  ...acts,
  ...find,
  ...request,
  ...bulk,
  ...api,
  ...cli,
  ...registration,
  ...shell,
  ...gateway,
  ...imports,
  ...invoice,
  ...jobPayment,
  ...people,
  ...consumerPage,
  ...consumers,
  ...poster,
  ...stillNeeded,
  ...subscription,
  ...technician,
};
