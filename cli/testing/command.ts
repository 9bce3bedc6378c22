import { execFile } from "node:child_process";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { isEmulated } from "#modules/kernel/outside/provider-call.server.ts";
import { folder, ownerUrl } from "#modules/testing/database.ts";

type Ended = { code: number; out: string; err: string };

/** Runs a command on this test file's database, as an operator would; returns its exit code and output. */
export const cli = (...args: string[]) => cliWith({}, ...args);

/** The same with other variables: another database, another folder. */
export const cliWith = (variables: Record<string, string>, ...args: string[]) =>
  new Promise<Ended>((resolve) =>
    execFile(
      process.execPath,
      ["cli/main.ts", ...args],
      {
        cwd: env.root,
        env: environmentWith({
          NODE_ENV: "development",
          DATA_DIR: folder,
          LOG_LEVEL: "silent",
          NO_COLOR: "1",
          DATABASE_URL: ownerUrl,
          APP_SECRET: env.appSecret,
          // A test that emulates the payment provider lets the command ask it, too.
          ...(isEmulated(env.razorpayBaseUrl) && { RAZORPAY_BASE_URL: env.razorpayBaseUrl }),
          ...variables,
        }),
      },
      (error, out, err) => resolve({ code: (error?.code as number | undefined) ?? 0, out, err }),
    ),
  );
