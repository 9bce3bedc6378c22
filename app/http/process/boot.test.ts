import { afterEach, expect, test } from "vitest";
import { entities } from "#modules/index.ts";
import { connect } from "#modules/kernel/db/db.server.ts";
import { configure } from "#modules/kernel/env.server.ts";
import { appUrl, openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { boot } from "./boot.server.ts";

openDatabase();

afterEach(async () => {
  configure({ databaseUrl: appUrl, ownerDatabaseUrl: "" });
  await connect({ url: appUrl, entities });
});

test.each([
  { name: "as its own", databaseUrl: ownerUrl, ownerDatabaseUrl: "" },
  { name: "beside its own", databaseUrl: appUrl, ownerDatabaseUrl: ownerUrl },
])("a web process that was given the owner's address $name does not start", async ({ name: _name, ...given }) => {
  configure(given);
  await expect(boot()).rejects.toThrow("owner's address: start it with `npm start`");
});
