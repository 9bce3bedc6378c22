import { randomBytes, randomUUID } from "node:crypto";
import http from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import express, { type Request as Incoming, type NextFunction, type Response as Outgoing } from "express";
import type { ViteDevServer } from "vite";
import { env } from "#modules/kernel/env.server.ts";
import { log, requestLog } from "#modules/kernel/log.server.ts";
import type { MessageKey } from "#modules/kernel/messages/index.ts";
import { bodyLimit, type Reading, send, textOf, toBareRequest, toRequest } from "./http/bridge.ts";
import { builtFiles } from "./http/built-files.ts";
import type { DoorArgs, LoadContext } from "./http/door.server.ts";
import { earlyRefusal } from "./http/early-refusal.ts";
import { handlersOf } from "./http/handlers.ts";
import { measure, measureStreams, metrics } from "./http/measure.ts";
import { refuseForeign } from "./http/origin.ts";
import { securityHeaders, type WithNonce } from "./http/policy.ts";

/*
 * The web process. Everything with state (database, entities, jobs) is taken from the build, where the pages have it
 * too; from source come only the environment and the log.
 */

type Entry = ServerBuild["entry"]["module"] & {
  boot(build: ServerBuild): Promise<void>;
  ready(): Promise<{ ok: boolean; checks: Record<string, unknown> }>;
  shutdown(): Promise<void>;
};

type Door = (args: DoorArgs) => Promise<Response>;

const dev = env.nodeEnv === "development";
const publicOrigin = new URL(env.publicUrl).origin;
const readyWithinMs = 50;
const drainWithinMs = 20_000;
/** The pages about the API stand beside its calls. */
const apiCall = /^\/api\/(?!docs(\/|$)|openapi\.json)/;
const streams = new Set<http.ServerResponse>();
let closing = false;

const vite = dev ? await startVite() : undefined;
const built = vite
  ? undefined
  : ((await import(pathToFileURL(path.join(env.root, "build/server/index.js")).href)) as ServerBuild);
const booted = new WeakSet<object>();
const build = await currentBuild();
const handle = vite ? createRequestHandler(currentBuild, env.nodeEnv) : handlersOf(build, env.nodeEnv);

const app = express();
app.disable("x-powered-by").disable("etag");
app.set(
  "trust proxy",
  env.trustProxy.split(",").map((part) => part.trim()),
);
app.use(identified);
app.get("/healthz", (_request, response) => void response.json({ ok: true }));
app.get("/readyz", (_request, response, next) => void tellReady(response).catch(next));
if (!env.metricsPort)
  app.get("/metrics", forLoopback, (_request, response, next) => void tellMetrics(response).catch(next));
app.use(securityHeaders({ https: env.publicUrl.startsWith("https:"), dev }));
if (vite) app.use(vite.middlewares);
else app.use(builtFiles(path.join(env.root, "build/client")), missingAsset);
app.use(refuseForeign(env.publicUrl, (response) => refuse(response, 403, "error.origin")));
app.use(refuseLarge, (request, response, next) => void answer(request, response).catch(next));
app.use(failed);

const server = http.createServer({ requestTimeout: 120_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 }, app);
server.maxRequestsPerSocket = 1000;
server.listen(env.port, env.host, () => log.info({ host: env.host, port: env.port }, "listening"));
const metricsServer = env.metricsPort ? serveMetrics(env.metricsPort) : undefined;
process.on("SIGTERM", () => void stop("SIGTERM"));
process.on("SIGINT", () => void stop("SIGINT"));

async function startVite(): Promise<ViteDevServer> {
  const { createServer } = await import("vite");
  return createServer({ configFile: path.join(env.root, "remix.config.ts"), server: { middlewareMode: true } });
}

/** The build that answers now; in development it changes with each edit and is booted anew. */
async function currentBuild(): Promise<ServerBuild> {
  const current = built ?? ((await vite!.ssrLoadModule("virtual:remix/server-build")) as ServerBuild);
  if (!booted.has(current.entry.module)) {
    booted.add(current.entry.module);
    await (current.entry.module as Entry).boot(current);
  }
  return current;
}

/** Gives each request its id, its nonce and its line in the log: the route's pattern, no address, no query. */
function identified(request: Incoming, response: Outgoing, next: NextFunction) {
  const started = performance.now();
  const trusted = (app.get("trust proxy fn") as (address: string, hop: number) => boolean)(
    request.socket.remoteAddress ?? "",
    0,
  );
  if (!trusted)
    for (const name of Object.keys(request.headers)) if (name.startsWith("x-forwarded-")) delete request.headers[name];
  const given = trusted ? request.get("x-request-id") : undefined;
  const requestId = given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
  response.locals.context = { requestId, address: request.ip ?? "", nonce: randomBytes(16).toString("base64") };
  (response as WithNonce).nonce = response.locals.context.nonce;
  response.setHeader("x-request-id", requestId);
  response.setHeader("permissions-policy", "camera=(), microphone=(), geolocation=(self)");
  if (closing) response.setHeader("connection", "close");
  response.on("close", () => {
    const ms = performance.now() - started;
    const route = response.locals.context.pattern ?? "(other)";
    measure(request.method, route, response.statusCode, ms / 1000);
    const line = {
      requestId,
      method: request.method,
      route,
      status: response.statusCode,
      ms: Math.round(ms * 10) / 10,
    };
    if (route !== "(other)" || response.statusCode >= 400) requestLog.info(line, "request");
    else requestLog.debug(line, "request");
  });
  next();
}

function missingAsset(request: Incoming, response: Outgoing, next: NextFunction) {
  if (request.path.startsWith("/assets/")) response.status(404).type("text").send("Not found\n");
  else next();
}

function refuseLarge(request: Incoming, response: Outgoing, next: NextFunction) {
  const length = Number(request.headers["content-length"] ?? 0);
  if (length <= bodyLimit(request.headers["content-type"])) return next();
  refuseBody(response);
}

/** What still comes of a refused body is not read: the connection ends with the answer. */
function refuseBody(response: Outgoing) {
  response.setHeader("connection", "close");
  refuse(response, 413, "error.tooLarge");
}

async function answer(request: Incoming, response: Outgoing) {
  const url = addressOf(request);
  if (!url) return plain(response, 400, "This address cannot be read.");
  const gone = new AbortController();
  response.on("close", () => response.writableFinished || gone.abort());
  const tooLarge = () => {
    gone.abort();
    refuseBody(response);
  };
  const result = await respond(request, url, response.locals.context, { signal: gone.signal, tooLarge });
  if (response.headersSent) return;
  if (result.headers.get("content-type")?.startsWith("text/event-stream")) follow(response);
  await send(result, response).catch((error) => {
    // Whoever closed the page meanwhile has nothing to be told.
    if (!gone.signal.aborted) throw error;
  });
}

/**
 * The API's calls have a table of their own: their one door is gone through directly, since the framework would sort
 * all its routes anew to find it. Everything else is the framework's.
 */
function respond(incoming: Incoming, url: URL, context: LoadContext, reading: Reading): Promise<Response> {
  const door = apiCall.test(url.pathname) ? doorOfCalls(incoming.method) : undefined;
  if (!door) return handle(toRequest(incoming, url, reading), context);
  const uploads = incoming.headers["content-type"]?.startsWith("multipart/");
  if (!uploads) context.text = () => textOf(incoming, reading);
  const request = uploads ? toRequest(incoming, url, reading) : toBareRequest(incoming, url);
  return door({ request, params: {}, context });
}

function doorOfCalls(method: string) {
  const { loader, action } = (built?.routes["routes/api"]?.module ?? {}) as Record<string, Door | undefined>;
  return method === "GET" ? loader : method === "POST" ? action : undefined;
}

/** The public address of a request, by the host the caller used or the one its form was checked against. */
function addressOf(request: Incoming) {
  const forwarded = request.get("x-forwarded-host")?.split(",")[0]?.trim();
  const own = request.get("origin") === publicOrigin;
  const base = own ? publicOrigin : `${request.protocol}://${forwarded || request.get("host")}`;
  return URL.parse(base + request.originalUrl) ?? undefined;
}

function follow(stream: Outgoing) {
  streams.add(stream);
  measureStreams(streams.size);
  stream.on("close", () => {
    streams.delete(stream);
    measureStreams(streams.size);
  });
}

async function tellReady(response: Outgoing) {
  const late = new Promise<{ ok: false; checks: object }>((resolve) =>
    setTimeout(resolve, readyWithinMs, { ok: false, checks: { late: true } }).unref(),
  );
  const { ok, checks } = closing
    ? { ok: false, checks: { closing } }
    : await Promise.race([(build.entry.module as Entry).ready(), late]);
  response.status(ok ? 200 : 503).json({ ok, checks });
}

/** A proxy on this machine forwards strangers: whoever comes through one is not from here. */
function forLoopback(request: Incoming, response: Outgoing, next: NextFunction) {
  const direct =
    !request.headers["x-forwarded-for"] && /^(::1|(::ffff:)?127\.)/.test(request.socket.remoteAddress ?? "");
  if (direct) next();
  else plain(response, 404, "Not found");
}

async function tellMetrics(response: http.ServerResponse) {
  const { type, body } = await metrics();
  response.setHeader("content-type", type).end(body);
}

function serveMetrics(port: number) {
  return http
    .createServer((request, response) => {
      if (request.url === "/metrics") void tellMetrics(response);
      else response.writeHead(404).end();
    })
    .listen(port, env.host);
}

function failed(error: unknown, _request: Incoming, response: Outgoing, _next: NextFunction) {
  log.error({ requestId: response.locals.context?.requestId, error: (error as Error)?.name }, "a request failed");
  if (response.headersSent) response.destroy();
  else plain(response, 500, "Something went wrong");
}

function refuse(response: Outgoing, status: number, key: MessageKey) {
  const { type, body } = earlyRefusal(response.req.path, status, key, response.locals.context?.requestId ?? "");
  response.status(status).set("cache-control", "no-store").type(type).send(body);
}

const plain = (response: Outgoing, status: number, sentence: string) =>
  void response.status(status).set("cache-control", "no-store").type("text/plain").send(`${sentence}\n`);

/** Stop in order: no new requests, live streams ended, the running ones answered, then the database let go. */
async function stop(signal: string) {
  if (closing) process.exit(1);
  closing = true;
  log.info({ signal }, "stopping");
  const force = setTimeout(() => server.closeAllConnections(), drainWithinMs);
  const drained = new Promise((resolve) => server.close(resolve));
  for (const stream of streams) stream.end();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await drained;
  clearInterval(idle);
  clearTimeout(force);
  metricsServer?.close();
  await vite?.close();
  await (build.entry.module as Entry).shutdown();
  log.info("stopped");
  log.flush();
  process.exit(0);
}
