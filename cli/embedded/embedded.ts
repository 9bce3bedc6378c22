import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import pg from "pg";
import { queryOn } from "#modules/kernel/db/sql.ts";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { isAlive } from "../supervise/supervise.ts";
import { binariesFor, ownerOf, type RunAs, reaches, unprivileged } from "./binaries.ts";

/*
 * PostgreSQL from the npm package's binaries, run by pg_ctl: in its own process group (Ctrl-C in the terminal must
 * reach web and worker first), listening on 127.0.0.1 only, reused when it already runs.
 */

const run = promisify(execFile);
const database = "gharseva";
const startSeconds = 30;

export type EmbeddedOptions = {
  /** The folder with all files of this server. */
  dataDir: string;
  /** The first port to try; the next free one is used and remembered. */
  port: number;
  /** Waits for the port instead of using another one: the server's clients already know it. */
  onlyThere?: boolean;
  /** Server settings, such as `fsync=off` (tests only). */
  settings?: string[];
  /** Skips disk syncs while the cluster is created (tests only). */
  temporary?: boolean;
};

export type Embedded = {
  /** The owner's address. */
  url: string;
  port: number;
  /** Whether this call started the server. */
  started: boolean;
  running(): boolean;
  stop(): Promise<void>;
};

/** The settings stored between starts, readable only by the launcher's user. */
type ClusterSettings = { cluster: string; port: number; password: string };

/** Starts the embedded PostgreSQL of a data folder, or finds it running; after a crash it recovers by itself. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  fs.mkdirSync(options.dataDir, { recursive: true });
  const memory = path.join(options.dataDir, "embedded.json");
  const clusterSettings = recall(memory) ?? {
    ...placeFor(options.dataDir),
    port: options.port,
    password: newPassword(),
  };
  if (options.onlyThere) clusterSettings.port = options.port;
  const who = ownerOf(clusterSettings.cluster) ?? unprivileged();
  const server = new Server(clusterSettings, who, options);
  await server.create();
  keep(memory, clusterSettings);
  const started = await server.start();
  keep(memory, clusterSettings);
  const url = addressOf(clusterSettings);
  await createDatabase(url, server);
  return { url, port: clusterSettings.port, started, running: () => server.running(), stop: () => server.stop() };
}

/** Makes `to` a data folder with a copy of the files of `from`, whose server must be stopped; starts nothing. */
export async function copyEmbedded(from: string, to: string): Promise<void> {
  const clusterSettings = recall(path.join(from, "embedded.json"));
  if (!clusterSettings) throw new Error(`${from} has no embedded database`);
  fs.mkdirSync(to, { recursive: true });
  const place = placeFor(to);
  // By `cp`, which keeps the files' owner.
  await run("cp", ["-a", clusterSettings.cluster, place.cluster]);
  keep(path.join(to, "embedded.json"), { ...clusterSettings, ...place });
}

/**
 * Restarts a PostgreSQL that was killed on the same port, so that its clients can reconnect. The returned server's
 * `stop` first ends this watch and waits for a restart in progress.
 */
export function keepRunning(embedded: Embedded, options: EmbeddedOptions, say: (line: string) => void): Embedded {
  let starting: Promise<void> | undefined;
  const startAgain = async () => {
    say("PostgreSQL ended; starting it again");
    try {
      await startEmbedded({ ...options, port: embedded.port, onlyThere: true });
    } catch (error) {
      say((error as Error).message);
    } finally {
      starting = undefined;
    }
  };
  const watch = setInterval(() => {
    if (!starting && !embedded.running()) starting = startAgain();
  }, 500).unref();
  const stop = async () => {
    clearInterval(watch);
    await starting;
    await embedded.stop();
  };
  return { ...embedded, stop };
}

/** The owner's address of a data folder's embedded PostgreSQL if it is running; starts nothing. */
export function findEmbedded(dataDir: string): string | undefined {
  const clusterSettings = recall(path.join(dataDir, "embedded.json"));
  if (!clusterSettings || !new Server(clusterSettings, {}, { dataDir, port: clusterSettings.port }).running())
    return undefined;
  return addressOf(clusterSettings);
}

/** Stops the embedded PostgreSQL of a data folder if it is running, whoever started it. */
export async function stopEmbedded(dataDir: string): Promise<void> {
  const clusterSettings = recall(path.join(dataDir, "embedded.json"));
  if (!clusterSettings) return;
  const who = ownerOf(clusterSettings.cluster) ?? unprivileged();
  await new Server(clusterSettings, who, { dataDir, port: clusterSettings.port }).stop();
}

const addressOf = (clusterSettings: ClusterSettings) =>
  `postgresql://gharseva:${clusterSettings.password}@127.0.0.1:${clusterSettings.port}/${database}`;

class Server {
  native: string | undefined;
  settings: ClusterSettings;
  who: RunAs;
  options: EmbeddedOptions;

  constructor(clusterSettings: ClusterSettings, who: RunAs, options: EmbeddedOptions) {
    this.settings = clusterSettings;
    this.who = who;
    this.options = options;
  }

  program(name: string, args: string[]) {
    const { PATH = "" } = environmentWith({});
    this.native ??= binariesFor(this.who);
    return run(path.join(this.native, "bin", name), args, {
      ...this.who,
      cwd: "/",
      env: { PATH, LC_ALL: "C" } as never,
    });
  }

  /** Creates the cluster beside its place and moves it there when complete, so that a killed start leaves no part. */
  async create() {
    const { cluster, password } = this.settings;
    if (fs.existsSync(path.join(cluster, "PG_VERSION"))) return this.checkVersion();
    const draft = `${cluster}.new`;
    fs.rmSync(draft, { recursive: true, force: true });
    fs.mkdirSync(draft, { recursive: true, mode: 0o700 });
    const secret = `${cluster}.password`;
    fs.writeFileSync(secret, `${password}\n`, { mode: 0o600 });
    try {
      if (this.who.uid !== undefined) for (const it of [draft, secret]) fs.chownSync(it, this.who.uid, this.who.gid!);
      await this.program("initdb", [
        "-D",
        draft,
        "-U",
        "gharseva",
        `--pwfile=${secret}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C.UTF-8",
        "--no-instructions",
        ...(this.options.temporary ? ["--no-sync"] : []),
      ]);
    } finally {
      fs.rmSync(secret, { force: true });
    }
    fs.rmSync(cluster, { recursive: true, force: true });
    fs.renameSync(draft, cluster);
  }

  async checkVersion() {
    const clusterVersion = fs.readFileSync(path.join(this.settings.cluster, "PG_VERSION"), "utf8").trim();
    const { stdout } = await this.program("postgres", ["-V"]);
    const major = /(\d+)/.exec(stdout)?.[1];
    if (clusterVersion !== major)
      throw new Error(
        `${this.settings.cluster} was made by PostgreSQL ${clusterVersion}, but the installed binaries are ${major}: ` +
          `dump it with the old version and load it into a new DATA_DIR`,
      );
  }

  /** Starts the server unless it is running; true when this call did it. */
  async start(): Promise<boolean> {
    const until = Date.now() + startSeconds * 1000;
    let problem = "";
    while (Date.now() < until) {
      if (this.running()) {
        this.settings.port = this.lockFile()?.port ?? this.settings.port;
        if (await answers(this.settings.port)) return false;
        await pause(100);
        continue;
      }
      if (!this.options.onlyThere) this.settings.port = await freePort(this.settings.port);
      const logged = this.logSize();
      try {
        await this.launch();
        return true;
      } catch (error) {
        problem = `${(error as Error).message}\n${this.logSince(logged)}`;
        const taken = /Address already in use/.test(problem);
        // Another process took the port after it was checked: try the next one at once.
        if (taken && !this.options.onlyThere) this.settings.port++;
        // Right after a crash the old server's last child processes still hold its shared memory for a moment.
        else if (taken || /still in use|starting up|lock file/.test(problem)) await pause(250);
        else if (!this.running()) break;
      }
    }
    throw new Error(`the embedded PostgreSQL did not start: ${problem.trim()}`);
  }

  launch() {
    const settings = [
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      `port=${this.settings.port}`,
      "log_min_messages=warning",
      "log_min_error_statement=panic",
      ...(this.options.settings ?? []),
    ];
    const flags = settings.map((setting) => `-c ${setting}`).join(" ");
    this.dropStaleLock();
    return this.program("pg_ctl", [
      "-D",
      this.settings.cluster,
      "-l",
      this.logFile(),
      "-w",
      "-t",
      String(startSeconds),
      "-o",
      flags,
      "start",
    ]);
  }

  async stop() {
    if (!this.running()) return;
    const stop = (mode: string) =>
      this.program("pg_ctl", ["-D", this.settings.cluster, "-m", mode, "-w", "-t", "20", "stop"]);
    await stop("fast").catch(async () => {
      if (this.running()) await stop("immediate");
    });
  }

  /** Whether this cluster's postmaster is running; a zombie process does not count. */
  running(): boolean {
    const lock = this.lockFile();
    return lock !== undefined && isPostgres(lock.pid, this.settings.cluster);
  }

  lockFile(): { pid: number; port: number } | undefined {
    try {
      const lines = fs.readFileSync(path.join(this.settings.cluster, "postmaster.pid"), "utf8").split("\n");
      return { pid: Number(lines[0]), port: Number(lines[3]) || this.settings.port };
    } catch {
      return undefined;
    }
  }

  /**
   * Removes the lock file of a server that is not running: after a reboot its process id may belong to another program,
   * and PostgreSQL would refuse to start.
   */
  dropStaleLock() {
    if (this.lockFile() && !this.running())
      fs.rmSync(path.join(this.settings.cluster, "postmaster.pid"), { force: true });
  }

  logFile = () => path.join(this.settings.cluster, "server.log");
  logSize = () => (fs.existsSync(this.logFile()) ? fs.statSync(this.logFile()).size : 0);
  logSince = (from: number) => (this.logSize() > from ? fs.readFileSync(this.logFile()).subarray(from).toString() : "");
}

function isPostgres(pid: number, cluster: string): boolean {
  if (!(pid > 0 && isAlive(pid))) return false;
  if (!fs.existsSync("/proc/self/stat")) return true;
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    if (!stat.includes("(postgres)") || / [ZX] /.test(stat.slice(stat.lastIndexOf(")")))) return false;
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(cluster);
  } catch {
    return false;
  }
}

function recall(file: string): ClusterSettings | undefined {
  if (!fs.existsSync(file)) return undefined;
  return JSON.parse(fs.readFileSync(file, "utf8")) as ClusterSettings;
}

function keep(file: string, clusterSettings: ClusterSettings) {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, `${JSON.stringify(clusterSettings, null, 2)}\n`, { mode: 0o600 });
  fs.renameSync(draft, file);
}

const newPassword = () => randomBytes(24).toString("base64url");

/** The cluster's place: with the data, unless the user PostgreSQL runs as cannot go there (a checkout in /root). */
function placeFor(dataDir: string): { cluster: string } {
  const cluster = path.join(dataDir, "postgres");
  const who = unprivileged();
  if (reaches(dataDir, who)) return { cluster };
  // A random name stored with the data: after the data folder is removed, a new start creates a new cluster.
  const elsewhere = path.join(env.serverDir, randomBytes(6).toString("hex"));
  fs.mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
  if (!reaches(elsewhere, who))
    throw new Error(
      `the user PostgreSQL runs as (${who.uid}) reaches neither ${dataDir} nor ${elsewhere}: set DATA_DIR`,
    );
  return { cluster: path.join(elsewhere, "postgres") };
}

/** The first port from `from` upwards that is free. */
export async function freePort(from: number): Promise<number> {
  for (let port = from; port < from + 200; port++) if (await isFree(port)) return port;
  throw new Error(`no free port between ${from} and ${from + 200}`);
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = net.createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** Waits until the server answers and creates the database; gives up at once when the server ends meanwhile. */
async function createDatabase(url: string, server: Server) {
  const maintenance = new URL(url);
  maintenance.pathname = "/postgres";
  const until = Date.now() + startSeconds * 1000;
  for (;;) {
    const client = new pg.Client({ connectionString: maintenance.href });
    client.on("error", () => {});
    try {
      await client.connect();
      const result = await queryOn(client, sql`select from pg_database where datname = ${database}`);
      if (result.rowCount === 0) await client.query(`create database ${database}`);
      return;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (code === "28P01")
        throw new Error("the kept password does not open the embedded database (embedded.json was changed)");
      // 57P03: still recovering from a crash. 42P04, 23505: another start is creating the database at the same time.
      const passing = ["57P03", "42P04", "23505", "ECONNREFUSED", "ECONNRESET"].includes(code ?? "");
      if (!passing || !server.running() || Date.now() > until)
        throw new Error(`the embedded database cannot be opened: ${message}`);
      await pause(200);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
