import { afterEach, expect, test, vi } from "vitest";
import { entities } from "#modules/index.ts";
import { connect } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
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

test("a message that would not be delivered ends the start as a bad configuration does, with every problem and no stack", async () => {
  const { msg91BaseUrl } = env;
  configure({ msg91BaseUrl: "https://sms.example" });
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const ended = vi.spyOn(process, "exit").mockImplementation(() => {
    throw new Error("ended");
  });
  await expect(boot()).rejects.toThrow("ended");
  configure({ msg91BaseUrl });
  expect(ended.mock.calls).toEqual([[78]]);
  expect(said.mock.calls.join()).toMatch(/^Messages cannot be delivered .*:\n[\s\S]*^ {2}DLT_HEADER is missing/m);
  vi.restoreAllMocks();
});
