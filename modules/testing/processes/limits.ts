import { createInterface } from "node:readline";
import { countSignIn } from "#modules/access/admins/sign-in-delay.ts";
import type { OtpPurpose } from "#modules/access/otp/otp.entity.ts";
import { requestOtp, spendOtp } from "#modules/access/otp/otp.ts";
import { entities } from "#modules/index.ts";
import { connect, disconnect, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { startJobs, stopJobs } from "#modules/kernel/work/jobs.server.ts";

/*
 * A separate process for limits.test.ts: each line of standard input is a list of tries; it makes all of them at once
 * over its own connections and prints one line of results. Within one process, limits could be exact through its memory
 * alone.
 */

type At = { address: string; nonces?: string[] };
export type Try =
  | ({ do: "request"; phone: string; purpose: OtpPurpose } & At)
  | ({ do: "guess"; phone: string; purpose: OtpPurpose; otp: string } & At)
  | ({ do: "login"; userName: string } & At);
export type Storm = { settings: Partial<typeof env>; tries: Try[] };

function make(one: Try): Promise<unknown> {
  switch (one.do) {
    case "request":
      return requestOtp(one);
    case "guess":
      return spendOtp(one);
    case "login":
      return countSignIn(one.userName, one);
  }
}

const outcomeOf = (one: Try) =>
  unitOfWork(() => make(one)).then(
    () => "ok",
    (error: { key?: string; message: string }) => error.key ?? error.message,
  );

await connect({ url: env.databaseUrl, entities, poolSize: 10 });
await startJobs();
for await (const line of createInterface({ input: process.stdin })) {
  const { settings, tries } = JSON.parse(line) as Storm;
  configure(settings);
  process.stdout.write(`${JSON.stringify(await Promise.all(tries.map(outcomeOf)))}\n`);
}
await stopJobs();
await disconnect();
