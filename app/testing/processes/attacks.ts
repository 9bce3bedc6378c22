import { connect } from "node:net";
import { createInterface } from "node:readline";

/*
 * The attacker in bounded-requests.test.ts: a process of its own, so that the cost of making a request is not counted
 * as the server's. Each line of its standard input is a request, each line of its standard output the status of the
 * answer.
 */

/** A raw request: its head, and its body as texts with how often each is repeated. */
export type Attack = { port: number; head: string; body: (readonly [text: string, times: number])[] };

/** Sends a request and returns the answer's status, or none when the connection was closed without an answer. */
const send = ({ port, head, body }: Attack) =>
  new Promise<number | undefined>((resolve) => {
    const bytes = Buffer.concat(body.map(([text, times]) => Buffer.from(text.repeat(times), "latin1")));
    const socket = connect(port, "127.0.0.1");
    let firstBytes = "";
    socket
      .on("data", (chunk: Buffer) => {
        firstBytes ||= chunk.toString("latin1", 0, 20);
      })
      .on("error", () => {})
      .on("close", () => resolve(Number(/^HTTP\/1.1 (\d{3})/.exec(firstBytes)?.[1]) || undefined));
    socket.write(`${head}content-length: ${bytes.length}\r\nconnection: close\r\n\r\n`, "latin1");
    socket.write(bytes);
  });

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify({ status: await send(JSON.parse(line) as Attack) })}\n`);
