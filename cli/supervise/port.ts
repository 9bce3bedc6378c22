import net from "node:net";
import { env } from "#modules/kernel/env.server.ts";
import { Conflict } from "../run.ts";

/** Refuses to start when another server has a port of ours: it would look like ours in the browser. */
export async function refuseTakenPort(port: number, command: string, variable = "PORT") {
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    const probe = net.createServer();
    probe.once("error", resolve);
    probe.listen(port, env.host, () => probe.close(() => resolve(undefined)));
  });
  if (error?.code === "EADDRINUSE")
    throw new Conflict(
      `Port ${port} is in use: stop what uses it, or choose another, as in ${variable}=${port + 1} ${command}`,
    );
  if (error) throw error;
}
