import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { env, environmentWith } from "#modules/kernel/env.server.ts";

/** The product's web server in its own process, with the echo build instead of the product's pages. */
export type Served = { port: number; child: ChildProcess; output: () => string; stop(): Promise<void> };

/** The minimal variables of a web process in production; nothing else is inherited from this process. */
export const inProduction = (port: number) => ({
  NODE_ENV: "production",
  SANDBOX: "0",
  HOST: "127.0.0.1",
  PORT: String(port),
  LOG_LEVEL: "warn",
  PUBLIC_URL: "https://gharseva.example",
  APP_SECRET: "q7Vd0mXkR2tB9wLz4NfHs8JcYp1GuEaT6oKi",
  DATABASE_URL: "postgresql://gharseva_app:Zk83hTq0PmLw5VnRs2Yd@127.0.0.1:1/none",
  OWNER_DATABASE_URL: "",
  RAZORPAY_KEY_ID: "rzp_live_4T8k2Lm9Qx",
  RAZORPAY_KEY_SECRET: "Zk83hTq0PmLw5VnRs2Yd",
  RAZORPAY_WEBHOOK_SECRET: "Hx91bFj6TcQw0LrVm7Ne",
  MSG91_AUTH_KEY: "411223AbCdEf",
  OPERATOR_LEGAL_NAME: "GharSeva Private Limited",
  OPERATOR_ADDRESS: "Bengaluru",
  OPERATOR_STATE_CODE: "29",
});

/** Starts the server on a free port and resolves when it listens. */
export async function serveEcho(variables: Record<string, string> = {}): Promise<Served> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ["--import", path.join(import.meta.dirname, "as-echo.ts"), path.join(env.root, "app", "server.ts")],
    {
      cwd: env.root,
      env: environmentWith({ ...inProduction(port), DATA_DIR: env.dataDir, ...variables }),
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const gone = once(child, "exit");
  const stop = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  while (!(await listens(port)))
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${output}`);
  return { port, child, output: () => output, stop };
}

/** Sends bytes and returns the answer, read until the server closes the connection or `enough` is true. */
export function exchange(port: number, bytes: string | Buffer, enough = wholeAnswer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(bytes));
    let received = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      received += chunk;
      if (enough(received)) socket.destroy();
    });
    socket.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" ? resolve(received) : reject(error),
    );
    socket.on("close", () => resolve(received));
  });
}

function wholeAnswer(received: string) {
  const end = received.indexOf("\r\n\r\n");
  const length = /^content-length: (\d+)/im.exec(received.slice(0, end))?.[1];
  return end >= 0 && length !== undefined && received.length >= end + 4 + Number(length);
}

async function listens(port: number): Promise<boolean> {
  const socket = net.connect(port, "127.0.0.1");
  try {
    return await new Promise((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => setTimeout(resolve, 20, false));
    });
  } finally {
    socket.destroy();
  }
}

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
