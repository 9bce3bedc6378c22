import { admin, call, job, type Knock, read, ticketOf } from "./ask.ts";

/** What an operator does with a request on the word of its customer. */
const request = { ...admin, ...ticketOf(job) } as const;

export const forCustomerDoors: Record<string, Knock> = {
  "GET api/admin/customer-choices/{ticket}": read("admin/customer-choices/{ticket}", request),
  "PUT api/admin/cancel-for-customer/{ticket}": call("admin/cancel-for-customer/{ticket}", {
    ...request,
    send: () => ({ rule_id: "01938d2a-0000-7000-8000-000000000012", fee: 0 }),
  }),
  "PUT api/admin/undo-cancel/{ticket}": call("admin/undo-cancel/{ticket}", request),
  "PUT api/admin/nobody-came/{ticket}": call("admin/nobody-came/{ticket}", {
    ...request,
    send: () => ({ choice: "wait" }),
  }),
  "PUT api/admin/agree-time/{ticket}": call("admin/agree-time/{ticket}", {
    ...request,
    send: () => ({ window: "2100-01-04T10:00", version: 0 }),
  }),
};
