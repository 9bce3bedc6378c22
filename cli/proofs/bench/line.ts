import net from "node:net";

/** An answer; its body only when asked for, because most measurements only count answers. */
export type Answer = { status: number; head: string; body: Buffer };

/**
 * One keep-alive HTTP/1.1 connection that sends prepared bytes and waits for the whole answer. A library's client would
 * use about as much CPU as the measured server, and both share the machine's cores.
 */
export class Line {
  private socket: net.Socket;
  private chunks: Buffer[] = [];
  private length = 0;
  private needed = Number.POSITIVE_INFINITY;
  private head = "";
  private headEnd = -1;
  private chunked = false;
  private settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: net.Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.take(chunk));
    socket.on("error", (error) => this.settle?.reject(error));
    socket.on("close", () => this.settle?.reject(new Error("the server closed the connection")));
  }

  static async to(origin: string): Promise<Line> {
    const { hostname, port } = new URL(origin);
    const socket = net.connect(Number(port), hostname);
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    return new Line(socket);
  }

  send(request: string | Buffer): Promise<Answer> {
    this.chunks = [];
    this.length = 0;
    this.headEnd = -1;
    this.needed = Number.POSITIVE_INFINITY;
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.socket.write(request);
    });
  }

  close() {
    this.settle = undefined;
    this.socket.destroy();
  }

  private take(chunk: Buffer) {
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.headEnd < 0 && !this.readHead()) return;
    const whole = this.chunked ? endsChunks(this.chunks) : this.length >= this.needed;
    if (!whole) return;
    const all = Buffer.concat(this.chunks);
    const body = all.subarray(this.headEnd);
    const settle = this.settle;
    this.settle = undefined;
    settle?.resolve({
      status: Number(this.head.slice(9, 12)),
      head: this.head,
      body: this.chunked ? joined(body) : body,
    });
  }

  private readHead() {
    const seen = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
    const end = seen.indexOf("\r\n\r\n");
    if (end < 0) return false;
    this.headEnd = end + 4;
    this.head = seen.toString("latin1", 0, end);
    this.chunked = /\r\ntransfer-encoding: chunked/i.test(this.head);
    const length = /\r\ncontent-length: (\d+)/i.exec(this.head)?.[1];
    this.needed = this.headEnd + Number(length ?? 0);
    return true;
  }
}

function endsChunks(chunks: readonly Buffer[]) {
  const last = chunks.at(-1)!;
  const tail = last.length >= 5 || chunks.length === 1 ? last : Buffer.concat(chunks.slice(-2));
  return tail.subarray(-5).toString("latin1") === "0\r\n\r\n";
}

function joined(body: Buffer) {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.toString("latin1", at, end), 16);
    if (!(size > 0)) break;
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

/** A request as raw bytes. */
export function request(method: string, path: string, headers: Record<string, string> = {}, body = "") {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = method === "GET" ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join("")}${length}\r\n${body}`;
}
