import { rolesDesk } from "#app/parts/access/roles-desk.server.ts";
import { usersDesk } from "#app/parts/access/users-desk.server.ts";
import { blogDesk } from "#app/parts/catalog/blog-desk.server.ts";
import { offersDesk } from "#app/parts/catalog/offers-desk.server.ts";
import { centersDesk, centersToEditDesk } from "#app/parts/centers/centers-desk.server.ts";
import { onboardersDesk } from "#app/parts/centers/onboarders-desk.server.ts";
import { techniciansDesk } from "#app/parts/centers/technicians-desk.server.ts";
import { clientsDesk } from "#app/parts/clients/clients-desk.server.ts";
import { consumersDesk } from "#app/parts/consumers/consumers-desk.server.ts";
import { feedbackDesk } from "#app/parts/feedback/feedback-desk.server.ts";
import { type AnyDeskList, narrowedFields } from "#app/parts/lists/desk-list.server.ts";
import { notificationLogDesk, notificationsDesk } from "#app/parts/notifications/notification-desks.server.ts";
import { walletDesks } from "#app/parts/wallet/wallet-desks.server.ts";
import { lenient, optionalText } from "#modules/kernel/validation.ts";
import {
  approvalsDesk,
  broadcastedDesk,
  casesDesk,
  centersNewTicketsDesk,
  createdElsewhereDesk,
  newTicketsDesk,
  ridesDesk,
} from "./other-desks.server.ts";
import {
  allClientDesk,
  allDesk,
  centerDesk,
  clientDesk,
  closedDesk,
  noServiceDesk,
  pendingDesk,
} from "./request-desks.server.ts";

/** Every list of the console, by its name, for the addresses that serve all lists. */
const desks: ReadonlyMap<string, AnyDeskList> = new Map(
  [
    allDesk,
    pendingDesk,
    closedDesk,
    noServiceDesk,
    centerDesk,
    clientDesk,
    allClientDesk,
    broadcastedDesk,
    newTicketsDesk,
    centersNewTicketsDesk,
    createdElsewhereDesk,
    ridesDesk,
    approvalsDesk,
    casesDesk,
    rolesDesk,
    usersDesk,
    clientsDesk,
    centersDesk,
    centersToEditDesk,
    feedbackDesk,
    offersDesk,
    blogDesk,
    techniciansDesk,
    onboardersDesk,
    consumersDesk,
    notificationsDesk,
    notificationLogDesk,
    ...walletDesks,
  ].map((desk: AnyDeskList) => [desk.list.name, desk]),
);

/** The list with this name, if there is one. */
export const deskNamed = (name: string) => desks.get(name);

const typed = lenient(optionalText(60));

/** The filter fields of all lists together, as they were sent: `filterOf` reads those of one list by its own types. */
export const anyNarrowed = {
  ...narrowedFields(allDesk),
  ...Object.fromEntries([...desks.values()].flatMap(({ filters }) => filters.map(({ name }) => [name, typed]))),
};
