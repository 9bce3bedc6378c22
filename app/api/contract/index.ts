import { isDeclared } from "#app/http/doors/gate.ts";
import type { Contract } from "../line/call.server.ts";
import { access } from "./access.ts";
import { adminActs } from "./admin-acts.ts";
import { adminTickets } from "./admin-tickets.ts";
import { blogs } from "./blogs.ts";
import { booking } from "./booking.ts";
import { catalog } from "./catalog.ts";
import { centerDesk } from "./center-desk.ts";
import { centers } from "./centers.ts";
import { clients } from "./clients.ts";
import { banners, content } from "./content.ts";
import { dayCalls } from "./desk/day.ts";
import { deskLoginCalls } from "./desk/desk-logins.ts";
import { hoursCalls } from "./desk/hours.ts";
import { notifications } from "./notifications.ts";
import { onboarding } from "./onboarding.ts";
import { operatorLists } from "./operator-lists.ts";
import { payments } from "./payments.ts";
import { peopleDesk } from "./people-desk.ts";
import { requestForm } from "./request-form.ts";
import { rides } from "./rides.ts";
import { rolesAndUsers } from "./roles-users.ts";
import { services } from "./services.ts";
import { tickets } from "./tickets.ts";
import { tracking } from "./tracking.ts";
import { uploads } from "./uploads.ts";
import { atTheDoor } from "./visits/at-the-door.ts";
import { callsByPhone } from "./visits/by-phone.ts";
import { caseCalls } from "./visits/cases.ts";
import { forCenter } from "./visits/for-center.ts";
import { forCustomer } from "./visits/for-customer.ts";
import { ownVisit } from "./visits/own-visit.ts";
import { technicianLink } from "./visits/technician-link.ts";
import { visitRuleCalls } from "./visits/visit-rules.ts";
import { wallets } from "./wallets.ts";

/** Every call of the API. */
export const contract: Contract = {
  ...access,
  ...banners,
  ...blogs,
  ...booking,
  ...catalog,
  ...centers,
  ...centerDesk,
  ...content,
  ...notifications,
  ...onboarding,
  ...deskLoginCalls,
  ...hoursCalls,
  ...dayCalls,
  ...atTheDoor,
  ...technicianLink,
  ...ownVisit,
  ...forCustomer,
  ...forCenter,
  ...callsByPhone,
  ...caseCalls,
  ...visitRuleCalls,
  ...operatorLists,
  ...payments,
  ...peopleDesk,
  ...rides,
  ...services,
  ...clients,
  ...tickets,
  ...adminTickets,
  ...requestForm,
  ...adminActs,
  ...rolesAndUsers,
  ...tracking,
  ...uploads,
  ...wallets,
};

/** Refuses a table with a call that admins may make and that does not declare how lately they gave their password. */
export function assertFresh(table: Contract) {
  const silent = Object.entries(table).filter(
    ([name, { as, fresh }]) => !name.startsWith("GET ") && as.includes("admin") && !isDeclared(fresh),
  );
  if (silent.length === 0) return;
  const names = silent.map(([name]) => name).join("\n  ");
  throw new Error(
    `How lately an admin must have given the password, or why it does not matter, is not declared:\n  ${names}`,
  );
}

assertFresh(contract);
