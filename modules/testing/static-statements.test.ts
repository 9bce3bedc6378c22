import { expect, test } from "vitest";
import { pool } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "./database.ts";
import { staticStatements } from "./static-statements.ts";

openDatabase();

/**
 * Files with statements whose parts depend on the run, so that the sources alone do not show them, each with the reason.
 */
const composedIn: Record<string, string> = {
  "modules/access/admins/users-list.ts": "the conditions of a filter",
  "modules/access/otp/phone-owners.ts": "every module adds the question about its own accounts",
  "modules/access/roles/roles-list.ts": "the conditions of a filter",
  "modules/access/sessions/sessions.ts":
    "which sessions end is said by whoever ends them, and the tables of a copy's codes are a list",
  "modules/catalog/blogs/blogs-list.ts": "the conditions of a filter",
  "modules/catalog/blogs/blogs.ts": "the condition depends on the category",
  "modules/catalog/clients/clients-list.ts": "the conditions of a filter",
  "modules/catalog/offers/offers-list.ts": "the conditions of a filter",
  "modules/centers/center/candidates.ts": "the centers that are compared are a part whose facts their caller adds to",
  "modules/centers/center/queries.ts": "the conditions of a filter",
  "modules/centers/hours/calendars.ts": "whose calendars, and for which of their services",
  "modules/centers/logins/person-places.ts": "the rows that name a person, whose values come with the erasure",
  "modules/centers/onboarders/onboarders-list.ts": "the conditions of a filter",
  "modules/centers/technicians/technicians-list.ts": "the conditions of a filter",
  "modules/centers/technicians/looked-up.ts": "the conditions of a filter",
  "modules/centers/technicians/technicians.ts": "the condition depends on who asks",
  "modules/consumers/list/consumers-list.ts": "the conditions of a filter",
  "modules/demo/insert.ts": "one insert for every table of the demo's data",
  "modules/kernel/lists/keyset.server.ts": "the page of a list that its screen puts together",
  "modules/kernel/person/kernel-places.server.ts": "the rows that name a person, whose values come with the erasure",
  "modules/kernel/person/person-places.server.ts": "each place names its table and columns",
  "modules/kernel/secrets/sealed-places.server.ts": "table and column are those of each sealed place",
  "modules/notifications/campaigns/inbox.ts": "the page of a list",
  "modules/notifications/campaigns/notifications.ts": "the conditions of a filter",
  "modules/notifications/campaigns/send-log.ts": "the conditions of a filter",
  "modules/notifications/log/person-places.ts": "the rows that name a person, whose values come with the erasure",
  "modules/notifications/webhooks/client-events.ts": "the conditions of a filter",
  "modules/notifications/webhooks/deliveries.ts": "the conditions of a filter",
  "modules/reports/files/request-rows.ts": "the columns of each file and the conditions of a filter",
  "modules/reports/insights/check.ts": "the columns of the counters are a table",
  "modules/reports/insights/counts.ts": "the source is told by a list of creators",
  "modules/reports/insights/facts.ts": "the columns of the facts are a table",
  "modules/reports/insights/fold.ts": "the columns of the counters are a table",
  "modules/reports/insights/person-places.ts": "the rows that name a person, whose values come with the erasure",
  "modules/reports/insights/spans.ts": "the columns of the counters are a table",
  "modules/reports/insights/unserved-demand.ts": "the conditions of a filter",
  "modules/tickets/again/reopen-log.ts": "the condition depends on who asks",
  "modules/tickets/new-ticket.ts": "the columns of a new request are those of its entity",
  "modules/tickets/booking/last-booking.ts": "the texts of the address are a declaration",
  "modules/tickets/desk/known-before.ts": "the condition depends on who asks",
  "modules/tickets/feedback/feedback-list.ts": "the conditions of a filter",
  "modules/tickets/fees/held-fees.ts": "the conditions of a filter",
  "modules/tickets/get-ticket.ts": "the condition depends on who asks",
  "modules/tickets/lists/analysis.ts": "the conditions of a filter",
  "modules/tickets/lists/broadcast-list.ts": "the conditions of a filter",
  "modules/tickets/lists/center-home.ts": "the conditions of a filter",
  "modules/tickets/lists/client-numbers.ts": "the condition depends on who asks",
  "modules/tickets/lists/news.ts": "the conditions of a filter",
  "modules/tickets/lists/queries.ts": "the conditions of a filter",
  "modules/tickets/lists/ride-list.ts": "the conditions of a filter",
  "modules/tickets/lists/row-news.ts": "the list of the rows and the conditions of its filter",
  "modules/tickets/lists/search.ts": "the conditions depend on what is searched and by whom",
  "modules/tickets/matching/answer-for.ts": "the condition depends on who asks",
  "modules/tickets/matching/broadcasts.ts": "the conditions of a filter",
  "modules/tickets/of-customer/requests-of-customer.ts": "the condition of who may see what",
  "modules/tickets/outcome/cases.ts": "by when a case is due or was decided",
  "modules/tickets/papers/bill-list.ts": "the conditions of a filter",
  "modules/tickets/papers/issue.ts": "the paper a payment has depends on what was paid",
  "modules/tickets/papers/paper-list.ts": "the conditions of a filter",
  "modules/tickets/person-places.ts": "the rows that name a person, whose values come with the erasure",
  "modules/tickets/upload/upload-page.ts": "a page of one's own uploads",
  "modules/wallet/close/close-lists.ts": "the conditions of a filter",
  "modules/wallet/desk/grouped-wallets.ts": "the conditions of a filter, and whose wallets",
  "modules/wallet/desk/manual-transactions.ts": "the conditions of a filter",
  "modules/wallet/desk/payment-history.ts": "the conditions of a filter, and whose payments",
  "modules/wallet/desk/wallet-parties.ts": "the conditions of a search, and whose wallets",
  "modules/wallet/desk/wallet-transactions.ts": "the conditions of a filter, and whose wallets",
  "modules/wallet/ledger/ledger-faults.ts": "all rules of the ledger as one statement, which the ledger's tests run",
  "modules/wallet/manual/person-places.ts": "the rows that name a person, whose values come with the erasure",
  "modules/wallet/manual/reads.ts": "the conditions of a filter",
  "modules/wallet/settling/reconcile-orders.ts": "the two rhythms of asking are a table",
  "modules/wallet/statements/wallet-statement.ts": "the conditions of a filter",
};

test("the database can prepare every statement of the modules: it knows each table, column and type they name", async () => {
  const { statements } = staticStatements();
  expect(statements.length).toBeGreaterThan(850);
  const client = await pool().connect();
  const refused: string[] = [];
  for (const { at, text } of statements) {
    const why = await client.query(`prepare checked as ${text}`).then(
      () => client.query("deallocate checked").then(() => undefined),
      (error: Error) => error.message,
    );
    if (why) refused.push(`${at}: ${why}\n${text}`);
  }
  client.release();
  expect(refused).toEqual([]);
});

test("a statement the sources do not say stands where one is known to", () => {
  const files = staticStatements().composed.map((at) => at.split(":")[0]!);
  expect([...new Set(files)].toSorted()).toEqual(Object.keys(composedIn).toSorted());
});
