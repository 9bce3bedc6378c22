import { execFile } from "node:child_process";
import { expect, test } from "vitest";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { appUrl, openDatabase } from "#modules/testing/database.ts";

openDatabase();

/** Logs everything a process does with a code, a proof, sessions, a password and failing gateways. */
const script = `
import { sql } from "kysely";
import { entities, jobs } from "#modules/index.ts";
import { connect, disconnect, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { drain, runJob, stopJobs } from "#modules/kernel/work/jobs.server.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { within } from "#modules/kernel/work/events.ts";
import { system } from "#modules/kernel/actor.ts";
import * as access from "#modules/access/index.ts";

await connect({ url: process.env.DATABASE_URL, entities });
const secrets = { phone: "9812345670", password: "Canary@Password1" };
let requested;
within(access.otpRequested, async (payload) => { requested = payload; secrets.code = JSON.parse(unseal(payload.sealed)).code; });
const address = "198.51.100.77";
const attempt = { phone: secrets.phone, purpose: "booking", address };
const logged = (act) => unitOfWork(act).catch((error) => log.error({ err: error, attempt }, "it failed"));
await logged(() => access.requestOtp(attempt));
await logged(() => access.requestOtp(attempt));
await logged(() => drain(jobs));
await logged(() => runJob(jobs.find(({ name }) => name === "notifications.sendOtp"), requested));
await logged(() => access.verifyOtp({ ...attempt, otp: "111111" }));
await logged(async () => { secrets.proof = (await access.verifyOtp({ ...attempt, otp: secrets.code })).proof; });
await logged(async () => { secrets.visitor = (await access.rememberVisitor({ phone: secrets.phone })).token; });
await logged(() => access.createAdmin(system("x"), { userName: "canary", password: secrets.password, name: "C", adminRole: "SUPER_ADMIN" }));
await logged(() => access.signInAdmin({ userName: "canary", password: secrets.password + "x", via: "token", address }));
await logged(async () => { secrets.jwt = (await access.signInAdmin({ userName: "canary", password: secrets.password, via: "token", address })).session.token; });
await logged(() => access.actorOfToken(secrets.jwt + "x"));
await logged(() => rows(sql\`insert into otps (id, phone, purpose) values (gen_random_uuid(), \${secrets.phone}, 'booking')\`));
await logged(() => rows(sql\`insert into consumers (id, phone, name, created_at, updated_at) select gen_random_uuid(), \${secrets.phone}, 'x', now(), now() from generate_series(1, 2)\`));
await stopJobs();
await disconnect();
process.stdout.write(JSON.stringify(secrets));
`;

test("no code, proof, token, password or phone number reaches the log, whatever fails", async () => {
  const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((resolve, reject) =>
    execFile(
      process.execPath,
      ["--input-type=module-typescript", "--eval", script],
      {
        cwd: env.root,
        // Nothing listens on port 9: every gateway call fails.
        env: environmentWith({
          NODE_ENV: "test",
          LOG_LEVEL: "trace",
          DATABASE_URL: appUrl,
          SANDBOX_ORIGIN: "http://127.0.0.1:9",
        }),
        timeout: 100_000,
      },
      (error, stdout, stderr) => (error ? reject(new Error(stderr)) : resolve({ stdout, stderr })),
    ),
  );
  const secrets = JSON.parse(stdout) as Record<string, string>;
  expect(Object.keys(secrets).sort()).toEqual(["code", "jwt", "password", "phone", "proof", "visitor"]);
  const failureLines = stderr.split("\n").filter((line) => line.includes("it failed"));
  expect(failureLines.length).toBeGreaterThanOrEqual(6);
  for (const refused of ["23502", "23505"]) expect(stderr).toContain(refused);
  for (const [name, secret] of Object.entries(secrets)) expect(stderr.includes(secret), name).toBe(false);
});
