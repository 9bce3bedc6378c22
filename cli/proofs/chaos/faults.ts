import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { binariesFor, ownerOf } from "../../embedded/binaries.ts";
import type { Stand } from "../stand/stand.ts";
import type { BlobDisk } from "./disk.ts";
import type { Fault } from "./plan.ts";

/** Applies a plan's faults to a stand; each resolves when it is over, with what it hit. */
export class Faults {
  readonly stand: Stand;
  readonly disk: BlobDisk;

  constructor(stand: Stand, disk: BlobDisk) {
    this.stand = stand;
    this.disk = disk;
  }

  async happen(fault: Fault): Promise<void> {
    switch (fault.kind) {
      case "kill":
        return this.signal(fault.part, "SIGKILL");
      case "stop":
        return this.stop(fault.part, fault.forMs);
      case "kill a backend":
        return this.killBackend();
      case "kill PostgreSQL":
        return signal(this.postmaster(), "SIGKILL");
      case "restart PostgreSQL":
        return this.restart();
      case "cut connections":
        await this.ask("select pg_terminate_backend(pid) from pg_stat_activity where usename like '%\\_app'");
        return;
      case "fill the disk":
        return this.disk.fullFor(fault.forMs);
      case "shift the clock":
        return this.shift(fault.part, fault.seconds, fault.forMs);
    }
  }

  signal(part: string, name: NodeJS.Signals) {
    signal(this.stand.pidOf(part), name);
  }

  /** Continues the same process that was stopped; it may have been killed meanwhile. */
  async stop(part: string, forMs: number) {
    const pid = this.stand.pidOf(part);
    signal(pid, "SIGSTOP");
    await pause(forMs);
    signal(pid, "SIGCONT");
  }

  /** When one of its backends is killed, PostgreSQL closes all connections and recovers from its log. */
  async killBackend() {
    const [backend] = await this.ask<{ pid: number }>(
      `select pid from pg_stat_activity where usename like '%\\_app' and backend_type = 'client backend'
       order by state = 'active' desc, random() limit 1`,
    );
    if (backend) signal(backend.pid, "SIGKILL");
  }

  async restart() {
    const who = ownerOf(this.cluster()) ?? {};
    const program = path.join(binariesFor(who), "bin", "pg_ctl");
    const restarting = spawn(program, ["-D", this.cluster(), "-m", "immediate", "-w", "-t", "20", "restart"], {
      ...who,
      cwd: "/",
      stdio: "ignore",
    });
    await once(restarting, "exit");
  }

  async shift(part: string, seconds: number, forMs: number) {
    const pid = this.stand.pidOf(part);
    if (pid === undefined) return;
    const file = path.join(this.stand.folder, "clocks", String(pid));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, String(seconds));
    await pause(forMs);
    fs.rmSync(file, { force: true });
  }

  cluster(): string {
    return JSON.parse(fs.readFileSync(path.join(this.stand.folder, "embedded.json"), "utf8")).cluster;
  }

  postmaster(): number | undefined {
    try {
      return Number(fs.readFileSync(path.join(this.cluster(), "postmaster.pid"), "utf8").split("\n")[0]);
    } catch {
      return undefined;
    }
  }

  /** Queries as the owner; returns nothing while the database is away. */
  async ask<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.stand.at.owner, connectionTimeoutMillis: 2_000 });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query<T>(sql)).rows;
    } catch {
      return [];
    } finally {
      await client.end().catch(() => {});
    }
  }
}

function signal(pid: number | undefined, name: NodeJS.Signals) {
  if (!pid) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as { code?: string }).code !== "ESRCH") throw error;
  }
}
