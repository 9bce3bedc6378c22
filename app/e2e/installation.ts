import { type ChildProcess, execFile, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { stopEmbedded } from "../../cli/embedded/embedded.ts";
import { freePort } from "./free-port.ts";
import { patienceMs } from "./journey.ts";

/*
 * An installation of its own beside the demo the other journeys use: an empty data folder, run by the command line as an
 * operator runs it.
 */

const run = promisify(execFile);

/** A new installation in an empty folder; nothing runs yet. `end` stops all of it and deletes the folder. */
export async function anInstallation(variables: Record<string, string> = {}) {
  const port = await freePort();
  const databasePort = await freePort();
  const base = `http://localhost:${port}`;
  // Not among the folders of the journeys' own product, which another run tidies at its start.
  const folder = path.join(env.testDir, `new-${process.pid}-${port}`);
  const own = environmentWith({
    NODE_ENV: "production",
    SANDBOX: "1",
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: base,
    DATA_DIR: folder,
    BLOB_DIR: "",
    APP_SECRET: "",
    DATABASE_URL: "",
    OWNER_DATABASE_URL: "",
    EMBEDDED_PORT: String(databasePort),
    PAYMENT_PATIENCE_MS: "10000",
    ...variables,
  });
  const running: ChildProcess[] = [];

  const cli = async (...args: string[]) => {
    const execOptions = { cwd: env.root, env: own };
    const { stdout } = await run(process.execPath, ["cli/main.ts", ...args, "--no-input"], execOptions);
    return stdout;
  };

  /** Starts the web process and the worker, and waits until the product answers. */
  async function start() {
    for (const command of ["serve", "worker"]) {
      running.push(spawn(process.execPath, ["cli/main.ts", command], { cwd: env.root, env: own, stdio: "ignore" }));
      await expect
        .poll(
          () =>
            fetch(`${base}/readyz`).then(
              ({ ok }) => ok,
              () => false,
            ),
          { timeout: patienceMs },
        )
        .toBe(true);
    }
  }

  /** Ends the web process as a supervisor does; resolves with its exit code. */
  function terminate(): Promise<number | null> {
    const [web] = running;
    const gone = new Promise<number | null>((resolve) => web!.once("exit", resolve));
    web!.kill("SIGTERM");
    return gone;
  }

  async function end() {
    const left = running.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const gone = left.map((child) => new Promise((resolve) => child.once("exit", resolve)));
    for (const child of left) child.kill("SIGTERM");
    await Promise.all(gone);
    await stopEmbedded(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  return { base, folder, cli, start, terminate, end };
}
