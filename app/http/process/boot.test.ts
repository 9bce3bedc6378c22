import { afterEach, expect, test, vi } from "vitest";
import { entities } from "#modules/index.ts";
import { connect } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { takesRequests } from "#modules/kernel/outside/undeliverable.server.ts";
import { noteUndeliverable } from "#modules/notifications/index.ts";
import { appUrl, openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { boot, ready, shutdown } from "./boot.server.ts";

openDatabase();

afterEach(async () => {
  configure({ databaseUrl: appUrl, ownerDatabaseUrl: "" });
  await connect({ url: appUrl, entities });
});

test.each([
  { name: "as its own", databaseUrl: ownerUrl, ownerDatabaseUrl: "" },
  { name: "beside its own", databaseUrl: appUrl, ownerDatabaseUrl: ownerUrl },
])("a web process that was given the owner's address $name does not start", async ({ name: _name, ...variables }) => {
  configure(variables);
  await expect(boot()).rejects.toThrow("owner's address: start it with `npm start`");
});

test("a web process whose messages would not be delivered starts, takes no requests, and its log has every problem", async () => {
  const { msg91BaseUrl } = env;
  configure({ msg91BaseUrl: "https://sms.example" });
  const warnSpy = vi.spyOn(log, "warn").mockReturnValue();
  try {
    await boot();
    expect([takesRequests(), env.otpDeliverable]).toEqual([false, false]);
    expect(warnSpy.mock.calls).toEqual([
      [
        { problems: env.undeliverable },
        expect.stringMatching(/^no requests are taken: messages would not be delivered/),
      ],
    ]);
    expect(env.undeliverable).toEqual(
      expect.arrayContaining(["DLT_HEADER is missing: SMS need it", expect.stringMatching(/^feeUnpaid \(sms, hi\): /)]),
    );
    expect((await ready()).ok).toBe(true);
  } finally {
    await shutdown();
    vi.restoreAllMocks();
    configure({ msg91BaseUrl });
  }
  expect(noteUndeliverable()).toEqual([]);
  expect([takesRequests(), env.otpDeliverable]).toEqual([true, true]);
});
