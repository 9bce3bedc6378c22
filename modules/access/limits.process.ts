import { createInterface } from "node:readline";
import { entities } from "../index.ts";
import { connect, disconnect, unitOfWork } from "../kernel/db.server.ts";
import { configure, env } from "../kernel/env.server.ts";
import { startJobs, stopJobs } from "../kernel/jobs.server.ts";
import type { OtpPurpose } from "./otp.entity.ts";
import { requestOtp, spendOtp } from "./otp.ts";
import { countSignIn } from "./sign-in-delay.ts";

/*
 * A process of its own for limits.test.ts: each line of its standard input is a list of tries; it makes all of them at
 * once over its own connections and answers a line of what became of each. One process could be exact by its memory.
 */

type At = { address: string };
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
      return countSignIn(one.userName, one.address);
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
