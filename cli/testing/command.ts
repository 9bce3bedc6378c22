import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { isEmulated } from "#modules/kernel/outside/provider-call.server.ts";
import { folder, ownerUrl } from "#modules/testing/database.ts";
import { commandFile } from "./one-file.ts";

type Ended = { code: number; out: string; err: string };

/** Runs a command on this test file's database, as an operator would; returns its exit code and output. */
export const cli = (...args: string[]) => run({}, args);

/** The same with other variables: another database, another folder. */
export const cliWith = (variables: Record<string, string>, ...args: string[]) => run(variables, args);

/** The same with something on stdin. */
export const cliFed = (input: string, ...args: string[]) => run({}, args, input);

async function run(variables: Record<string, string>, args: string[], input = "") {
  const file = await commandFile();
  return new Promise<Ended>((resolve) => {
    const { stdin } = execFile(process.execPath, [file, ...args], asOperator(variables), (error, out, err) =>
      resolve({ code: (error?.code as number | undefined) ?? 0, out, err }),
    );
    stdin!.end(input);
  });
}

/** A command that runs, its output in our hands: to be interrupted, or not to be listened to any more. */
export async function started(variables: Record<string, string>, ...args: string[]) {
  const options = { ...asOperator(variables), stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"] };
  const child = spawn(process.execPath, [await commandFile(), ...args], options);
  const over = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | string);
  return { child, over, out: text(child.stdout).catch(() => ""), err: text(child.stderr).catch(() => "") };
}

const asOperator = (variables: Record<string, string>) => ({
  cwd: env.root,
  env: environmentWith({
    NODE_ENV: "development",
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
    NO_COLOR: "1",
    DATABASE_URL: ownerUrl,
    APP_SECRET: env.appSecret,
    // A test that emulates the payment provider lets the command ask it, too.
    ...(isEmulated(env.paymentBaseUrl) && { RAZORPAY_BASE_URL: env.paymentBaseUrl }),
    ...variables,
  }),
});
