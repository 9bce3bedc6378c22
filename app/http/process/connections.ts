import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { NextFunction, Request, Response } from "express";
import { type QuotaLeft, quotaHeaders } from "#modules/kernel/errors.ts";
import { networkOf } from "#modules/kernel/network.ts";

/**
 * Timeouts of a connection in milliseconds: for a request's headers, for the whole request (the largest upload over a
 * slow line), and idle between two. Node looks for expired ones only at intervals; each second keeps the times
 * accurate.
 */
export const patience = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

type Caps = {
  /** The most connections of all networks together. */
  most: number;
  /** The most connections, and the most concurrent requests, of one network. */
  perNetwork: number;
  /** Whether an address is one of our proxies. */
  trusts: (address: string) => boolean;
};

/**
 * Caps open connections. Each counts against the network it comes from; connections of our own proxies carry
 * everybody's requests, so behind them the requests of a network are counted instead, by the address the proxy names.
 */
export function capped(server: Server, { most, perNetwork, trusts }: Caps) {
  server.maxConnections = most;
  const connections = new Tally();
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    if (trusts(address)) return;
    const network = networkOf(address);
    if (connections.of(network) >= perNetwork) return void socket.destroy();
    connections.add(network);
    socket.once("close", () => connections.remove(network));
  });
}

/** When a refused request may be sent again, in seconds: by then one of those under way is answered. */
const again = 5;

/** The API's calls; its documentation pages share the prefix but are ordinary pages. */
export const apiCall = /^\/api\/(?!docs(\/|$)|openapi\.json)/;

/**
 * Middleware that refuses a network's requests above its number of concurrent ones, a limit without a window. Every call
 * is told what is left of it, whatever answers it; of our own proxies none is refused.
 */
export function countsRequests({ perNetwork, trusts }: Omit<Caps, "most">, refuse: (response: Response) => void) {
  const requests = new Tally();
  const quota = { name: "concurrent-network", points: perNetwork };
  const busy = { "retry-after": String(again), ...quotaHeaders([{ quota, left: 0, seconds: again }]) };
  return (request: Request, response: Response, next: NextFunction) => {
    const context = response.locals.context as { address: string; concurrent?: QuotaLeft };
    const network = networkOf(context.address);
    const underWay = requests.of(network);
    if (underWay >= perNetwork && !trusts(context.address)) return refuse(response.set(busy));
    requests.add(network);
    response.once("close", () => requests.remove(network));
    if (apiCall.test(request.path)) {
      context.concurrent = { quota, left: Math.max(0, perNetwork - underWay - 1) };
      response.set(quotaHeaders([context.concurrent]));
    }
    next();
  };
}

class Tally {
  private counts = new Map<string, number>();

  of = (name: string) => this.counts.get(name) ?? 0;

  add(name: string) {
    this.counts.set(name, this.of(name) + 1);
  }

  remove(name: string) {
    const left = this.of(name) - 1;
    if (left > 0) this.counts.set(name, left);
    else this.counts.delete(name);
  }
}
