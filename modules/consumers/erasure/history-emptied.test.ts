import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { em, row } from "#modules/kernel/db/db.server.ts";
import { asOwner, openDatabase } from "#modules/testing/database.ts";
import { HistoryHoldsNoWordsOfPeople } from "../../../migrations/20261221000200-history-holds-no-words-of-people.ts";

openDatabase();

test.each([
  [
    "notification.created",
    { title: "Dear Meera", description: "We come", userType: "Individual" },
    { userType: "Individual" },
  ],
  [
    "list.exported",
    { list: "requests", filter: { search: "Meera", city: "Pune", status: "PENDING" } },
    { list: "requests", filter: { search: true, city: true, status: "PENDING" } },
  ],
  ["bulk.started", { verb: "remark", filter: { number: "Meera" } }, { verb: "remark", filter: { number: true } }],
  [
    "ticket.updated",
    { changed: ["city"], from: { city: "Pune", dueAmount: "1" }, to: { city: "Meera's", dueAmount: "2" } },
    { changed: ["city"], from: { dueAmount: "1" }, to: { dueAmount: "2" } },
  ],
  ["ticket.pincodeChanged", { from: { pincode: "560001" } }, { from: { pincode: "560001" } }],
])(
  "R13 words that history holds of %s are emptied by the owner; ids, choices and names of fields stay",
  async (event, data, left) => {
    const id = randomUUID();
    await asOwner(sql`insert into history (id, subject, subject_id, event, actor_kind, data, at)
     values (${id}, 'ticket', ${id}, ${event}, 'system:test', ${JSON.stringify(data)}, now())`);
    const migration = new HistoryHoldsNoWordsOfPeople(em().getDriver() as never, {} as never);
    migration.up();
    for (const query of migration.getQueries()) await asOwner(String(query));
    expect((await row<{ data: object }>(sql`select data from history where id = ${id}`))!.data).toEqual(left);
    await expect(asOwner(sql`update history set event = 'other' where id = ${id}`)).rejects.toThrow("append-only");
  },
);
