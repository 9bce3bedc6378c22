import type { MessageKey } from "../texts.ts";
import { access } from "./access.ts";
import { acts } from "./acts.ts";
import { adjust } from "./adjust.ts";
import { admin } from "./admin.ts";
import { api } from "./api.ts";
import { blog } from "./blog.ts";
import { book } from "./book.ts";
import { booking } from "./booking.ts";
import { bulk } from "./bulk.ts";
import { cancel } from "./cancel.ts";
import { cases } from "./cases.ts";
import { catalog } from "./catalog.ts";
import { center } from "./center.ts";
import { centerDesk } from "./center-desk.ts";
import { centerForm } from "./center-form.ts";
import { centerKit } from "./center-kit.ts";
import { centerSubscription } from "./center-subscription.ts";
import { centerTerm } from "./center-term.ts";
import { centers } from "./centers.ts";
import { changeTime } from "./change-time.ts";
import { cli } from "./cli.ts";
import { clientKeys } from "./client-keys.ts";
import { clients } from "./clients.ts";
import { clock } from "./clock.ts";
import { close } from "./close.ts";
import { consumerPage } from "./consumer-page.ts";
import { consumers } from "./consumers.ts";
import { content } from "./content.ts";
import { correct } from "./correct.ts";
import { day } from "./day.ts";
import { desk } from "./desk.ts";
import { deskLogins } from "./desk-logins.ts";
import { fee } from "./fee.ts";
import { feedback } from "./feedback.ts";
import { find } from "./find.ts";
import { gateway } from "./gateway.ts";
import { handBack } from "./hand-back.ts";
import { home } from "./home.ts";
import { hours } from "./hours.ts";
import { imports } from "./imports.ts";
import { invoice } from "./invoice.ts";
import { jobPayment } from "./job-payment.ts";
import { kernel } from "./kernel.ts";
import { lists } from "./lists.ts";
import { missed } from "./missed.ts";
import { myRequests } from "./my-requests.ts";
import { needs } from "./needs.ts";
import { notificationDesk } from "./notification-desk.ts";
import { notifications } from "./notifications.ts";
import { outcome } from "./outcome.ts";
import { people } from "./people.ts";
import { poster } from "./poster.ts";
import { proposals } from "./proposals.ts";
import { registration } from "./registration.ts";
import { report } from "./report.ts";
import { request } from "./request.ts";
import { requestForm } from "./request-form.ts";
import { rides } from "./rides.ts";
import { roles } from "./roles.ts";
import { security } from "./security.ts";
import { shell } from "./shell.ts";
import { states } from "./states.ts";
import { stillNeeded } from "./still-needed.ts";
import { subscription } from "./subscription.ts";
import { technician } from "./technician.ts";
import { ticketActs } from "./ticket-acts.ts";
import { ticketHistory } from "./ticket-history.ts";
import { tickets } from "./tickets.ts";
import { tracking } from "./tracking.ts";
import { uploads } from "./uploads.ts";
import { users } from "./users.ts";
import { verification } from "./verification.ts";
import { visit } from "./visit.ts";
import { visitCharges } from "./visit-charges.ts";
import { visitRules } from "./visit-rules.ts";
import { vocabulary } from "./vocabulary.ts";
import { wallet } from "./wallet.ts";
import { walletDesk } from "./wallet-desk.ts";
import { webhooks } from "./webhooks.ts";

/** Every text of the product in Hindi; a missing key does not compile. */
export const texts: Record<MessageKey, string> = {
  ...vocabulary,
  ...kernel,
  ...lists,
  ...myRequests,
  ...missed,
  ...needs,
  ...access,
  ...roles,
  ...uploads,
  ...users,
  ...cancel,
  ...cases,
  ...outcome,
  ...catalog,
  ...changeTime,
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
  ...book,
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
  ...visit,
  ...visitCharges,
  ...visitRules,
  ...blog,
  ...correct,
  ...day,
  ...desk,
  ...acts,
  ...find,
  ...request,
  ...bulk,
  ...api,
  ...cli,
  ...proposals,
  ...registration,
  ...shell,
  ...gateway,
  ...hours,
  ...deskLogins,
  ...imports,
  ...invoice,
  ...jobPayment,
  ...people,
  ...consumerPage,
  ...consumers,
  ...poster,
  ...states,
  ...stillNeeded,
  ...subscription,
  ...technician,
};
