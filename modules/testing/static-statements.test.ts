import { expect, test } from "vitest";
import { pool } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "./database.ts";
import { staticStatements } from "./static-statements.ts";

openDatabase();

/**
 * Files whose statements depend on run-time values, so that the sources alone do not show them, each with the reason.
 */
const composedIn: Record<string, string> = {
  "modules/access/admins/admins.ts": "put together by the query builder, whose columns the types check",
  "modules/access/admins/phones.ts": "put together by the query builder, whose columns the types check",
  "modules/access/admins/sign-in.ts": "put together by the query builder, whose columns the types check",
  "modules/access/admins/users-list.ts": "the conditions of a filter",
  "modules/access/consumers/consumers.ts": "the proof is used up in the statement that keeps the consumer",
  "modules/access/otp/phone-owners.ts": "every module adds the question about its own accounts",
  "modules/access/otp/proofs.ts": "the condition depends on the purpose and comes with its parameters",
  "modules/access/roles/roles-list.ts": "the conditions of a filter",
  "modules/access/sessions/sessions.ts": "the places of two values come after those of the condition",
  "modules/catalog/blogs/blogs-list.ts": "the conditions of a filter",
  "modules/catalog/blogs/blogs.ts": "the condition depends on the category",
  "modules/catalog/clients/clients-list.ts": "the conditions of a filter",
  "modules/catalog/prices/set-prices.ts": "by Kysely's template",
  "modules/catalog/prices/visit-charges.ts": "by Kysely's template",
  "modules/catalog/offers/offers-list.ts": "the conditions of a filter",
  "modules/centers/center/is-served.ts": "by Kysely's template",
  "modules/centers/center/queries.ts": "the conditions of a filter",
  "modules/centers/center/verify-center.ts": "the condition depends on how the center was named",
  "modules/centers/onboarders/desk-list.ts": "the conditions of a filter",
  "modules/centers/technicians/desk-list.ts": "the conditions of a filter",
  "modules/centers/technicians/looked-up.ts": "the conditions of a filter",
  "modules/centers/technicians/technicians.ts": "the condition depends on who asks",
  "modules/consumers/list/consumers-list.ts": "the conditions of a filter",
  "modules/demo/insert.ts": "one insert for every table of the demo's data",
  "modules/demo/volume/copy.ts": "COPY, which cannot be prepared",
  "modules/installation/backup/contents.ts": "the sum of each table, whose columns the database tells",
  "modules/installation/backup/restore-backup.ts": "COPY, and each table, trigger and key there is",
  "modules/installation/backup/write-backup.ts": "COPY, which cannot be prepared",
  "modules/kernel/db/db.server.ts": "a statement whose rows travel as one value",
  "modules/kernel/db/roles.server.ts": "roles and rights, which cannot be prepared",
  "modules/kernel/lists/search-names.server.ts": "the statement and the conditions of a search",
  "modules/kernel/lists/bulk-act.server.ts": "put together by the query builder, whose columns the types check",
  "modules/kernel/lists/keyset.server.ts": "the page of a list that its screen puts together",
  "modules/kernel/person/erasure-key.server.ts": "by Kysely's template",
  "modules/kernel/person/person-places.server.ts": "each place names its table and columns",
  "modules/kernel/person/view-places.server.ts": "by Kysely's template",
  "modules/kernel/secrets/sealed-places.server.ts": "table and column are those of each sealed place",
  "modules/notifications/campaigns/audience.ts": "the conditions of an audience",
  "modules/notifications/campaigns/gather.ts": "the conditions of an audience",
  "modules/notifications/campaigns/inbox.ts": "the page of a list",
  "modules/notifications/campaigns/notifications.ts": "the conditions of a filter",
  "modules/notifications/campaigns/send-log.ts": "the conditions of a filter",
  "modules/notifications/log/message-log.ts": "put together by the query builder, whose columns the types check",
  "modules/notifications/log/person-places.ts": "one condition of two statements",
  "modules/notifications/tell/tell-technician.ts": "by Kysely's template",
  "modules/notifications/webhooks/client-events.ts": "the conditions of a filter",
  "modules/notifications/webhooks/deliveries.ts": "the conditions of a filter",
  "modules/notifications/webhooks/endpoints.ts": "by Kysely's template",
  "modules/reports/files/request-rows.ts": "the columns of each file and the conditions of a filter",
  "modules/reports/insights/check.ts": "the columns of the counters are a table",
  "modules/reports/insights/counts.ts": "the source is told by a list of creators",
  "modules/reports/insights/fold.ts": "the columns of the counters are a table",
  "modules/reports/insights/spans.ts": "the columns of the counters are a table",
  "modules/tickets/again/reopen-log.ts": "the condition depends on who asks",
  "modules/catalog/client-keys/key-actor.ts": "by Kysely's template",
  "modules/tickets/detail/request-detail.ts": "by Kysely's template",
  "modules/tickets/detail/reveal-phone.ts": "by Kysely's template",
  "modules/tickets/rights/taken-reference.ts": "put together by the query builder, whose columns the types check",
  "modules/tickets/desk/known-before.ts": "the condition depends on who asks",
  "modules/tickets/feedback/feedback-list.ts": "the conditions of a filter",
  "modules/tickets/fees/held-fees.ts": "the conditions of a filter",
  "modules/tickets/get-ticket.ts": "the condition depends on who asks",
  "modules/tickets/lists/analysis.ts": "the conditions of a filter",
  "modules/tickets/lists/broadcast-list.ts": "the conditions of a filter",
  "modules/tickets/lists/center-home.ts": "the conditions of a filter",
  "modules/tickets/lists/center-insights.ts": "the bounds of a spread are computed",
  "modules/tickets/lists/client-numbers.ts": "the condition depends on who asks",
  "modules/tickets/lists/news.ts": "the conditions of a filter",
  "modules/tickets/lists/queries.ts": "the conditions of a filter",
  "modules/tickets/lists/ride-list.ts": "the conditions of a filter",
  "modules/tickets/lists/row-news.ts": "the list of the rows and the conditions of its filter",
  "modules/tickets/lists/search.ts": "the conditions depend on what is searched and by whom",
  "modules/tickets/matching/answer-for.ts": "the condition depends on who asks",
  "modules/tickets/matching/broadcasts.ts": "the conditions of a filter",
  "modules/tickets/matching/refused.ts": "by Kysely's template",
  "modules/tickets/of-customer/requests-of-customer.ts": "the condition of who may see what",
  "modules/tickets/pictures/picture.ts": "by Kysely's template",
  "modules/tickets/upload/upload-page.ts": "a page of one's own uploads",
  "modules/tickets/work/paid-for.ts": "put together by the query builder, whose columns the types check",
  "modules/wallet/close/close-lists.ts": "the conditions of a filter",
  "modules/wallet/desk/grouped-wallets.ts": "the conditions of a filter, and whose wallets",
  "modules/wallet/desk/manual-transactions.ts": "the conditions of a filter",
  "modules/wallet/desk/payment-history.ts": "the conditions of a filter, and whose payments",
  "modules/wallet/desk/wallet-parties.ts": "the conditions of a search, and whose wallets",
  "modules/wallet/desk/wallet-transactions.ts": "the conditions of a filter, and whose wallets",
  "modules/wallet/ledger/customer-balance.ts": "by Kysely's template",
  "modules/wallet/ledger/ledger-faults.ts": "all rules of the ledger as one statement, which the ledger's tests run",
  "modules/wallet/manual/adjust.ts": "by Kysely's template",
  "modules/wallet/manual/caps.ts": "by Kysely's template",
  "modules/wallet/manual/enter-subscription.ts": "by Kysely's template",
  "modules/wallet/manual/news.ts": "the conditions of a filter",
  "modules/wallet/manual/parties.ts": "by Kysely's template",
  "modules/wallet/manual/reads.ts": "the conditions of a filter",
  "modules/wallet/orders/payable.ts": "put together by the query builder, whose columns the types check",
  "modules/wallet/settling/reconcile-orders.ts": "the two rhythms of asking are a table",
  "modules/wallet/statements/center-transactions.ts": "the conditions of a filter",
  "modules/wallet/statements/paid-for.ts": "put together by the query builder, whose columns the types check",
  "modules/wallet/statements/wallet-statement.ts": "the conditions of a filter",
  "modules/catalog/client-keys/client-keys.ts": "the keys of users who are switched off, by Kysely's builder",
  "modules/centers/center/terms.ts": "the reminders that are due, by Kysely's `sql`",
  "modules/centers/desk/kit-payment.ts": "the payment of a center's kit, by Kysely's `sql`",
  "modules/consumers/erasure/in-the-way.ts": "what stands in the way of an erasure, by Kysely's builder",
  "modules/consumers/erasure/name-words.ts": "by Kysely's template",
  "modules/consumers/erasure/open-person.ts": "every place that may name a phone, by Kysely's `sql`",
  "modules/installation/backup/newest-backup.ts": "by Kysely's template",
  "modules/wallet/settling/webhook-silence.ts": "by Kysely's template",
  "modules/wallet/subscriptions/bought.ts": "by Kysely's template",
  "modules/notifications/webhooks/write-deliveries.ts": "by Kysely's template",
  "modules/catalog/banners/save-banner.ts": "by Kysely's template",
  "modules/tickets/upload/write-upload.ts": "by Kysely's template",
  "modules/tickets/visit/visit-codes.ts": "by Kysely's template",
  "modules/tickets/waiting/unserved-on.ts": "by Kysely's template",
  "modules/tickets/waiting/waiting-requests.ts": "by Kysely's template",
  "modules/centers/onboarders/states-of-onboarders.ts": "by Kysely's template",
  "modules/reports/insights/unserved-demand.ts": "the conditions of a filter",
  "modules/tickets/fees/refund-unaccepted.ts": "by Kysely's template",
  "modules/kernel/lists/prepared-export.server.ts": "an account's files under way, by Kysely's builder",
  "modules/tickets/lists/find.ts": "centers by their codes and names, with the state of a deleted one",
  "modules/tickets/upload/choose-heading.ts": "an upload that is read anew, by Kysely's builder",
  "modules/tickets/upload/erased-since.ts": "by Kysely's template",
  "modules/tickets/upload/read-upload.ts": "the state of what was read, by Kysely's builder",
  "modules/tickets/upload/try-upload.ts": "the tries of an upload, by Kysely's builder",
  "modules/tickets/upload/upload-room.ts": "what an account's uploads store, by Kysely's builder",
  "modules/tickets/upload/upload-row.ts": "the counts of stored rows, by Kysely's builder",
  "modules/tickets/upload/uploads.ts": "an upload that is thrown away, by Kysely's builder",
};

test("the database can prepare every statement of the modules: it knows each table, column and type they name", async () => {
  const { statements } = staticStatements();
  expect(statements.length).toBeGreaterThan(290);
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
