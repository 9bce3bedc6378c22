import { randomUUID } from "node:crypto";
import { call, closed, feedback, type Knock, noSession, open, ticketOf, unvisited } from "./ask.ts";
import { form, page } from "./web-ask.ts";

const seeing = { for: ["admin"], needs: ["view_Wallet"] } as const;
const browser = { for: ["center"] } as const;
/** The first is what the door asks for, the second what the verb asks for, too. */
const revealing = { for: ["admin"], needs: ["edit_ticket.full_access", "view_Wallet"] } as const;

const person = `/usersdetails/${randomUUID()}`;
const file = `${person}/exports/${randomUUID()}`;

/** The first version's rule of a cancellation long before the wanted moment. */
const defaultRule = "01938d2a-0000-7000-8000-000000000012";

/** One customer: the page, what is done with the data, and the receipts. Who is named is not there. */
export const consumerDoors: Record<string, Knock> = {
  "PUT api/center/tickets/{id}/still-needed": call("center/tickets/{id}/still-needed", {
    ...noSession,
    ids: { id: unvisited },
    send: () => ({ answer: "yes" }),
  }),
  "POST /serviceStatus stillNeeded": form("/serviceStatus", "stillNeeded", {
    for: ["center"],
    ...ticketOf(unvisited),
    with: ({ ticket }) => ({ ticketId: ticket!, answer: "yes" }),
  }),
  "PUT api/center/tickets/{id}/outcome": call("center/tickets/{id}/outcome", {
    ...noSession,
    ids: { id: closed },
    send: () => ({ came: "yes", done: "yes" }),
  }),
  "POST /serviceStatus outcome": form("/serviceStatus", "outcome", {
    for: ["center"],
    ...ticketOf(closed),
    with: ({ ticket }) => ({ ticketId: ticket!, came: "yes", done: "yes" }),
  }),
  "GET /outcome/:token": page("/outcome/:token", { ...browser, ids: { token: feedback } }),
  "POST /outcome/:token outcome": form("/outcome/:token", "outcome", {
    ...browser,
    ids: { token: feedback },
    with: ({ token }) => ({ token: token!, came: "yes", done: "yes" }),
  }),
  "GET /serviceStatus #nobodyCame": page("/serviceStatus", {
    for: ["center"],
    ...ticketOf(open),
    with: ({ ticket }) => ({ id: ticket!, do: "nobodyCame" }),
  }),
  "POST /serviceStatus nobodyCame": form("/serviceStatus", "nobodyCame", {
    for: ["center"],
    ...ticketOf(open),
    with: ({ ticket }) => ({ ticketId: ticket!, choice: "wait" }),
  }),
  "GET /serviceStatus #changeTime": page("/serviceStatus", {
    for: ["center"],
    ...ticketOf(open),
    with: ({ ticket }) => ({ id: ticket!, do: "changeTime" }),
  }),
  "POST /serviceStatus changeTime": form("/serviceStatus", "changeTime", {
    for: ["center"],
    ...ticketOf(open),
    with: ({ ticket }) => ({ ticketId: ticket!, when: "WITHIN_24_HOURS", version: "0" }),
  }),
  "GET /serviceStatus #cancel": page("/serviceStatus", {
    for: ["center"],
    ...ticketOf(open),
    with: ({ ticket }) => ({ id: ticket!, do: "cancel" }),
  }),
  "POST /serviceStatus cancel": form("/serviceStatus", "cancel", {
    for: ["center"],
    ...ticketOf(open),
    with: ({ ticket }) => ({ ticketId: ticket!, ruleId: defaultRule, feePaise: "0" }),
  }),
  "POST /serviceStatus undoCancel": form("/serviceStatus", "undoCancel", {
    for: ["center"],
    ...ticketOf(open),
    with: ({ ticket }) => ({ ticketId: ticket! }),
  }),
  "POST /serviceStatus correct": form("/serviceStatus", "correct", {
    for: ["center"],
    ...ticketOf(open),
    with: ({ ticket }) => ({ ticketId: ticket!, houseNumber: "14", locality: "Niwaru Road", version: "0" }),
  }),
  "POST /serviceStatus note": form("/serviceStatus", "note", {
    for: ["center"],
    ...ticketOf(open),
    with: ({ ticket }) => ({ ticketId: ticket!, text: "The bell is broken" }),
  }),
  "POST /usersdetails open": form("/usersdetails", "open", { ...seeing, with: { phone: "9000000000" } }),
  "GET /usersdetails/:id": page(person, seeing),
  "GET /usersdetails/:id #erase": page(person, { ...seeing, with: { act: "erase" } }),
  "POST /usersdetails/:id reveal": form(person, "reveal", { ...revealing, with: { reason: "visit" } }),
  "POST /usersdetails/:id export": form(person, "export", { ...seeing, with: { reason: "asked" } }),
  "POST /usersdetails/:id erase": form(person, "erase", { ...seeing, with: { reason: "asked", lastDigits: "1234" } }),
  "GET /usersdetails/:id/erasure": page(`${person}/erasure`, seeing),
  "GET /usersdetails/:id/erasure/file": page(`${person}/erasure/file`, seeing),
  "GET /usersdetails/:id/exports/:exportId": page(file, seeing),
  "GET /usersdetails/:id/exports/:exportId/file": page(`${file}/file`, seeing),
};
