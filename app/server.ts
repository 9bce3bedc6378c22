import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { isIP } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import express, { type Request as Incoming, type NextFunction, type Response as Outgoing } from "express";
import type { ViteDevServer } from "vite";
import { passingToken } from "#modules/kernel/crypto.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { log, requestLog } from "#modules/kernel/log.server.ts";
import { noteUntrustedProxy } from "#modules/kernel/untrusted-proxy.server.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { bodyLimit, bodyText, type Reading, send, toBareRequest, toRequest } from "./http/process/bridge.ts";
import { builtFiles } from "./http/process/built-files.ts";
import { apiCall, capped, countsRequests, patience } from "./http/process/connections.ts";
import { handlerOfEdited, handlersOf, partFor } from "./http/process/handlers.ts";
import { measure, measureStreams, metrics } from "./http/process/measure.ts";
import { securityHeaders, type WithNonce } from "./http/process/policy.ts";
import { type Readiness, steadily } from "./http/process/readiness.ts";
import { ofData, withModules } from "./http/process/remix-internals.ts";
import { addressOf, type OwnHosts } from "./http/request/address.ts";
import { whyUnbounded } from "./http/request/bounds.ts";
import type { DoorArgs, LoadContext } from "./http/request/door.server.ts";
import { earlyRefusal } from "./http/request/early-refusal.ts";
import { refuseForeign } from "./http/request/origin.ts";
import { isOfThisMachine } from "./http/request/this-machine.ts";

/*
 * The web process. Everything stateful (database, entities, jobs) comes from the build, so that pages and server share
 * one copy of it; only the environment and the log are imported from source.
 */

type Entry = ServerBuild["entry"]["module"] & {
  assertDeclared(routes: ServerBuild["routes"]): void;
  boot(): Promise<void>;
  ready(): Promise<Readiness>;
  shutdown(): Promise<void>;
};

type Door = (args: DoorArgs) => Promise<Response>;

const dev = env.nodeEnv === "development";
const ownHosts: OwnHosts = {
  publicUrl: env.publicUrl,
  anyHost: !env.production,
};
const drainWithinMs = 20_000;
const streams = new Set<http.ServerResponse>();
let closing = false;
const ready = steadily(() => running!.entry.ready());

/** The page everybody begins with. */
const firstPage = "/booking";
/** In development this process is started beside the database, and told its address when there is one. */
const databaseMessage = dev && !env.databaseUrl && process.channel ? once(process, "message") : undefined;

const server = http.createServer(patience);
const vite = dev ? await startVite() : undefined;
const built = vite
  ? undefined
  : ((await import(pathToFileURL(path.join(env.root, "build/server/index.js")).href)) as ServerBuild);
let running: { entry: Entry; booted: Promise<void> } | undefined;
const build = await currentBuild();
const handle = vite ? handlerOfEdited(currentBuild, declaredInTime, env.nodeEnv) : handlersOf(build, env.nodeEnv);

const app = express();
app.disable("x-powered-by").disable("etag").set("query parser", false);
app.set(
  "trust proxy",
  env.trustProxy.split(",").map((part) => part.trim()),
);
const trustFn = app.get("trust proxy fn") as (address: string, hop: number) => boolean;
const trusts = (address: string) => trustFn(address, 0);
const caps = { most: env.maxConnections, perNetwork: env.connectionsPerAddress, trusts };
app.use(identified);
app.get("/healthz", (_request, response) => void response.json({ ok: true }));
app.get("/readyz", (_request, response, next) => void tellReady(response).catch(next));
app.use(securityHeaders({ https: env.publicUrl.startsWith("https:"), dev }));
app.use(countsRequests(caps, (response) => refuse(response, 429, "error.tooMany")));
app.use(addressed);
if (vite) app.use(vite.middlewares);
else app.use(builtFiles(path.resolve(env.root, build.assetsBuildDirectory)), missingAsset);
app.use(refuseForeign(env.publicUrl, (response) => refuse(response, 403, "error.origin")));
app.use(
  refuseOddly,
  refuseLarge,
  refuseUnbounded,
  (request, response, next) => void answer(request, response).catch(next),
);
app.use(failed);

server.on("request", app);
server.maxRequestsPerSocket = 1000;
capped(server, caps);
server.listen(env.port, env.host, () => log.info({ host: env.host, port: env.port }, "listening"));
const metricsServer = env.metricsPort ? serveMetrics(env.metricsPort) : undefined;
process.on("SIGTERM", () => void stop("SIGTERM"));
process.on("SIGINT", () => void stop("SIGINT"));

async function startVite(): Promise<ViteDevServer> {
  // Before Vite: Tailwind has every later import of Node's go through a hook of its own, and these are eight hundred.
  await import("#modules/index.ts");
  const { createServer } = await import("vite");
  const configFile = path.join(env.root, "remix.config.ts");
  return createServer({ configFile, server: { middlewareMode: true, hmr: { server } } });
}

/**
 * The current build; in development an edit may produce a new entry module, which is booted in place of the last one.
 */
async function currentBuild(): Promise<ServerBuild> {
  const current = built ?? ((await vite!.ssrLoadModule("virtual:remix/server-build")) as ServerBuild);
  const entry = current.entry.module as Entry;
  if (running?.entry !== entry) running = { entry, booted: bootAfter(running, entry, current) };
  await running.booted;
  return current;
}

async function bootAfter(last: typeof running, entry: Entry, build: ServerBuild) {
  if (!vite) entry.assertDeclared(build.routes);
  if (databaseMessage && !env.databaseUrl) {
    // While the database is made, the first page is loaded; what is wrong with it, its request says.
    withModules(partFor(build, firstPage)).catch(() => {});
    configure({ databaseUrl: (await databaseMessage)[0].DATABASE_URL });
  }
  await last?.booted.catch(() => {});
  await last?.entry.shutdown();
  await entry.boot();
}

const othersAfterMs = 3000;
let othersAwaited = false;

/**
 * In development routes are loaded when they are first asked for, and a page that declares too little is refused then.
 * The others are loaded a moment after the first answer; one of them ends the process, as a start of the built product.
 */
async function declaredInTime(routes: ServerBuild["routes"]) {
  running!.entry.assertDeclared(routes);
  if (othersAwaited) return;
  othersAwaited = true;
  setTimeout(() => void othersDeclared(), othersAfterMs).unref();
}

async function othersDeclared() {
  try {
    const { routes } = await withModules(await currentBuild());
    running!.entry.assertDeclared(routes);
  } catch (error) {
    log.fatal({ error: String(error) }, "a route cannot be used");
    log.flush();
    process.exit(1);
  }
}

/** Gives each request an id, a nonce and a log line with the route's pattern, never the address or the query. */
function identified(request: Incoming, response: Outgoing, next: NextFunction) {
  const started = performance.now();
  const trusted = trusts(request.socket.remoteAddress ?? "");
  if (!trusted) forgetForwarded(request);
  const sentId = trusted ? request.get("x-request-id") : undefined;
  const requestId = sentId && /^[\w-]{8,64}$/.test(sentId) ? sentId : randomUUID();
  response.locals.context = {
    requestId,
    address: callerOf(request),
    nonce: passingToken(16),
    ofThisMachine: isOfThisMachine(request),
  };
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

/** Drops forwarding headers from a peer that is not a trusted proxy: they could be forged. */
function forgetForwarded({ headers, socket }: Incoming) {
  const forwarded = Object.keys(headers).filter((name) => /^x-forwarded-|^forwarded$|^x-real-ip$/.test(name));
  if (forwarded.length > 0) noteUntrustedProxy(socket.remoteAddress ?? "");
  for (const name of forwarded) delete headers[name];
}

/** Checks and fixes the request's URL; every later step reads this one host, and the forwarded host is removed. */
function addressed(request: Incoming, response: Outgoing, next: NextFunction) {
  const address = addressOf(request, request.protocol, ownHosts);
  if (!("url" in address)) return refuse(response, address.status, address.key);
  response.locals.url = address.url;
  request.headers.host = address.url.host;
  delete request.headers["x-forwarded-host"];
  next();
}

/** The caller's network address; when a proxy forwards something that is not an IP, the proxy's own address is used. */
const callerOf = ({ ip = "", socket }: Incoming) => (isIP(ip) ? ip : (socket.remoteAddress ?? ""));

function missingAsset(request: Incoming, response: Outgoing, next: NextFunction) {
  if (request.path.startsWith("/assets/")) response.status(404).type("text").send("Not found\n");
  else next();
}

/** The methods that pages and calls accept; the web `Request` cannot even be constructed with some others (TRACE). */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

function refuseOddly(request: Incoming, response: Outgoing, next: NextFunction) {
  if (!methods.includes(request.method)) {
    response.setHeader("allow", methods.join(", "));
    return refuse(response, 405, "error.method");
  }
  // Pages are HTML; nothing asks for what their loaders return.
  if (ofData.test(request.path)) return refuse(response, 404, "error.notFound");
  next();
}

function refuseLarge(request: Incoming, response: Outgoing, next: NextFunction) {
  const length = Number(request.headers["content-length"] ?? 0);
  if (length <= bodyLimit(request.headers["content-type"])) return next();
  refuseBody(response);
}

/** Refuses out-of-bounds addresses before Remix parses them several times. */
function refuseUnbounded(request: Incoming, response: Outgoing, next: NextFunction) {
  const key = whyUnbounded(request.originalUrl);
  if (key) refuse(response, 422, key);
  else next();
}

/** The rest of a refused body is not read, so the connection closes with the response. */
function refuseBody(response: Outgoing) {
  response.setHeader("connection", "close");
  refuse(response, 413, "error.tooLarge");
}

async function answer(request: Incoming, response: Outgoing) {
  const { url } = response.locals as { url: URL };
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
    // An error after the client has disconnected is not reported: nobody waits for the response.
    if (!gone.signal.aborted) throw error;
  });
}

/**
 * API calls go straight to their one route, because Remix would sort all its routes again to find it; everything else
 * goes through Remix.
 */
function respond(incoming: Incoming, url: URL, context: LoadContext, reading: Reading): Promise<Response> {
  const door = apiCall.test(url.pathname) ? doorOfCalls(incoming.method) : undefined;
  if (!door) {
    context.document = true;
    return handle(toRequest(incoming, url, reading), context);
  }
  const uploads = incoming.headers["content-type"]?.startsWith("multipart/");
  if (!uploads) context.text = () => bodyText(incoming, reading);
  const request = uploads ? toRequest(incoming, url, reading) : toBareRequest(incoming, url);
  return door({ request, params: {}, context });
}

function doorOfCalls(method: string) {
  const { loader, action } = (built?.routes["routes/system/api"]?.module ?? {}) as Record<string, Door | undefined>;
  return ["GET", "HEAD", "OPTIONS"].includes(method) ? loader : action;
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
  const { ok, checks } = closing ? { ok: false, checks: { closing } } : await ready();
  response.status(ok ? 200 : 503).json({ ok, checks });
}

async function tellMetrics(response: http.ServerResponse) {
  const { type, body } = await metrics();
  response.setHeader("content-type", type).end(body);
}

/** Metrics listen on a port of their own that is not behind the proxy, because they are not public. */
function serveMetrics(port: number) {
  const server = http.createServer(patience, (request, response) => {
    if (request.method === "GET" && request.url === "/metrics")
      void tellMetrics(response).catch(() => response.destroy());
    else response.writeHead(404).end();
  });
  server.maxConnections = 20;
  return server.listen(port, env.host, () => log.info({ host: env.host, port }, "metrics listen"));
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

/**
 * Stops in order: tell the proxy in time, accept no new requests, end live streams, finish running requests, then close
 * the database. Whoever sits at the terminal does not wait for a proxy.
 */
async function stop(signal: string) {
  if (closing) process.exit(1);
  closing = true;
  log.info({ signal }, "stopping");
  if (signal === "SIGTERM") await pause(env.drainSeconds * 1000);
  const force = setTimeout(() => server.closeAllConnections(), drainWithinMs);
  const drained = new Promise((resolve) => server.close(resolve));
  for (const stream of streams) stream.end();
  await vite?.close();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await drained;
  clearInterval(idle);
  clearTimeout(force);
  metricsServer?.close();
  await running!.entry.shutdown();
  log.info("stopped");
  log.flush();
  process.exit(0);
}
