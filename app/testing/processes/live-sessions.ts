import { createInterface } from "node:readline";
import { liveStream } from "#app/http/process/live-stream.server.ts";
import { actorOfCookie, actorOfToken } from "#modules/access/index.ts";
import { entities } from "#modules/index.ts";
import { connect, disconnect, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { startLive } from "#modules/kernel/work/live.server.ts";

/*
 * A web process for live-sessions.test.ts with sessions only. Each line of its standard input is a command, each line
 * of its standard output an answer or the notice that a stream has ended.
 */

type Portal = "admin" | "center" | "onboarder" | "technician";
export type Held = { portal: Portal; sessionId: string; token: string; via: "cookie" | "token" };
export type Command = { id: number; do: "open" | "try"; sessions: Held[] };

const tell = (news: object) => process.stdout.write(`${JSON.stringify(news)}\n`);

/** Holds a stream of a session, as a browser does, until the server ends it. */
function open({ sessionId }: Held, index: number) {
  const address = `10.0.${Math.floor(index / 100)}.1`;
  const { body } = liveStream(new Request("http://localhost/live"), { topics: ["center:x"], address, sessionId });
  void (async () => {
    const reader = body!.getReader();
    while (!(await reader.read()).done);
    tell({ ended: sessionId });
  })();
}

const isLetIn = ({ portal, token, via }: Held) =>
  unitOfWork(() => (via === "cookie" ? actorOfCookie(portal, token) : actorOfToken(token))).then(
    () => true,
    () => false,
  );

await connect({ url: env.databaseUrl, entities, poolSize: 10 });
const stopLive = await startLive();
tell({ answers: 0 });
for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line) as Command;
  if (command.do === "open") command.sessions.forEach(open);
  const letIn = command.do === "try" ? await Promise.all(command.sessions.map(isLetIn)) : [];
  tell({ answers: command.id, letIn: letIn.filter(Boolean).length });
}
await stopLive();
await disconnect();
