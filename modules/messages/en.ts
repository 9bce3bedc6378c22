import { access } from "./en/access.ts";
import { acts } from "./en/acts.ts";
import { adjust } from "./en/adjust.ts";
import { admin } from "./en/admin.ts";
import { api } from "./en/api.ts";
import { blog } from "./en/blog.ts";
import { booking } from "./en/booking.ts";
import { bulk } from "./en/bulk.ts";
import { catalog } from "./en/catalog.ts";
import { center } from "./en/center.ts";
import { centerDesk } from "./en/center-desk.ts";
import { centerForm } from "./en/center-form.ts";
import { centerKit } from "./en/center-kit.ts";
import { centerSubscription } from "./en/center-subscription.ts";
import { centerTerm } from "./en/center-term.ts";
import { centers } from "./en/centers.ts";
import { cli } from "./en/cli.ts";
import { clientKeys } from "./en/client-keys.ts";
import { clients } from "./en/clients.ts";
import { clock } from "./en/clock.ts";
import { close } from "./en/close.ts";
import { consumerPage } from "./en/consumer-page.ts";
import { consumers } from "./en/consumers.ts";
import { content } from "./en/content.ts";
import { desk } from "./en/desk.ts";
import { fee } from "./en/fee.ts";
import { feedback } from "./en/feedback.ts";
import { find } from "./en/find.ts";
import { gateway } from "./en/gateway.ts";
import { handBack } from "./en/hand-back.ts";
import { home } from "./en/home.ts";
import { imports } from "./en/imports.ts";
import { invoice } from "./en/invoice.ts";
import { jobPayment } from "./en/job-payment.ts";
import { kernel } from "./en/kernel.ts";
import { lists } from "./en/lists.ts";
import { needs } from "./en/needs.ts";
import { notificationDesk } from "./en/notification-desk.ts";
import { notifications } from "./en/notifications.ts";
import { people } from "./en/people.ts";
import { poster } from "./en/poster.ts";
import { registration } from "./en/registration.ts";
import { report } from "./en/report.ts";
import { request } from "./en/request.ts";
import { requestForm } from "./en/request-form.ts";
import { rides } from "./en/rides.ts";
import { roles } from "./en/roles.ts";
import { security } from "./en/security.ts";
import { shell } from "./en/shell.ts";
import { stillNeeded } from "./en/still-needed.ts";
import { subscription } from "./en/subscription.ts";
import { technician } from "./en/technician.ts";
import { ticketActs } from "./en/ticket-acts.ts";
import { ticketHistory } from "./en/ticket-history.ts";
import { tickets } from "./en/tickets.ts";
import { tracking } from "./en/tracking.ts";
import { uploads } from "./en/uploads.ts";
import { users } from "./en/users.ts";
import { verification } from "./en/verification.ts";
import { visitCharges } from "./en/visit-charges.ts";
import { wallet } from "./en/wallet.ts";
import { walletDesk } from "./en/wallet-desk.ts";
import { webhooks } from "./en/webhooks.ts";

/** Every text of the product in English, exact to the specification's letter. */
export const en = {
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
} as const;
