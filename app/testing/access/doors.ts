import { accessDoors } from "./access-doors.ts";
import { actDoors } from "./act-doors.ts";
import { api } from "./api-doors.ts";
import type { Knock } from "./ask.ts";
import { catalogDoors } from "./catalog-doors.ts";
import { centerDeskDoors } from "./center-desk-doors.ts";
import { consumerDoors } from "./consumer-doors.ts";
import { dayDoors } from "./day-doors.ts";
import { deskDoors } from "./desk-doors.ts";
import { deskLoginDoors } from "./desk-login-doors.ts";
import { files } from "./file-doors.ts";
import { forCustomerDoors } from "./for-customer-doors.ts";
import { hoursDoors } from "./hours-doors.ts";
import { listDoors } from "./list-doors.ts";
import { moneyDoors } from "./money-doors.ts";
import { notificationDoors } from "./notification-doors.ts";
import { ownVisitDoors } from "./own-visit-doors.ts";
import { partners } from "./partner-doors.ts";
import { peopleDoors } from "./people-doors.ts";
import { proposalDoors } from "./proposal-doors.ts";
import { requestDoors } from "./request-doors.ts";
import { requestFormDoors } from "./request-form-doors.ts";
import { technicianDoors } from "./technician-doors.ts";
import { uploadDoors } from "./upload-doors.ts";
import { visitCallDoors } from "./visit-call-doors.ts";
import { web } from "./web-doors.ts";

/** Every request of the access tests, by the name of its line. */
export const knocks: Record<string, Knock> = {
  ...api,
  ...actDoors,
  ...requestFormDoors,
  ...web,
  ...deskDoors,
  ...listDoors,
  ...files,
  ...moneyDoors,
  ...partners,
  ...requestDoors,
  ...accessDoors,
  ...catalogDoors,
  ...centerDeskDoors,
  ...peopleDoors,
  ...notificationDoors,
  ...consumerDoors,
  ...hoursDoors,
  ...deskLoginDoors,
  ...dayDoors,
  ...ownVisitDoors,
  ...forCustomerDoors,
  ...proposalDoors,
  ...technicianDoors,
  ...uploadDoors,
  ...visitCallDoors,
};
