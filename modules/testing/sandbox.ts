import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { configure, env } from "#modules/kernel/env.server.ts";
import { abandonReports } from "#modules/sandbox/delivery-reports.ts";
import { abandonWebhooks, webhooksSettled } from "#modules/sandbox/payments/webhooks.ts";
import { handleSandbox } from "#modules/sandbox/sandbox.ts";

/** A long timeout for providers, so that tests also pass on a busy machine. */
const patientlyMs = 20_000;

type Webhooks = (request: Request) => Promise<Response>;
const ignored: Webhooks = async () => new Response(null, { status: 204 });

/**
 * Serve the sandbox on a port of its own, for tests: this process's gateways then call it over HTTP. Webhooks it sends
 * to /webhooks/razorpay are passed to `onWebhook`, delivery reports of messages to `onReport`.
 */
export async function serveSandbox(onWebhook: Webhooks = ignored, onReport: Webhooks = ignored) {
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing, { onWebhook, onReport }).catch((error) => {
      outgoing.statusCode = 500;
      outgoing.end(String(error));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { sandboxOrigin, paymentBaseUrl, msg91BaseUrl, whatsappBaseUrl, fcmBaseUrl, mapsBaseUrl, paymentPatienceMs } =
    env;
  configure({
    sandboxOrigin: origin,
    paymentBaseUrl: `${origin}/sandbox/razorpay`,
    msg91BaseUrl: `${origin}/sandbox/msg91`,
    whatsappBaseUrl: `${origin}/sandbox/whatsapp`,
    fcmBaseUrl: `${origin}/sandbox/fcm`,
    mapsBaseUrl: `${origin}/sandbox/maps`,
    paymentPatienceMs: patientlyMs,
  });
  return {
    origin,
    /** Waits until every webhook so far was delivered or given up. */
    settled: webhooksSettled,
    async stop() {
      await Promise.all([abandonWebhooks(), abandonReports()]);
      configure({
        sandboxOrigin,
        paymentBaseUrl,
        msg91BaseUrl,
        whatsappBaseUrl,
        fcmBaseUrl,
        mapsBaseUrl,
        paymentPatienceMs,
      });
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

type Takers = { onWebhook: Webhooks; onReport: Webhooks };

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, { onWebhook, onReport }: Takers) {
  const request = await requestOf(incoming);
  const { pathname } = new URL(request.url);
  const taker =
    pathname === "/webhooks/razorpay" ? onWebhook : pathname.startsWith("/webhooks/") ? onReport : undefined;
  const response = await (taker ?? handleSandbox)(request);
  const body = await response.arrayBuffer().catch(() => undefined);
  if (!body) return void outgoing.destroy();
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(body));
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const body = await buffer(incoming);
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? "GET",
    headers,
    ...(body.length > 0 && { body }),
  });
}
