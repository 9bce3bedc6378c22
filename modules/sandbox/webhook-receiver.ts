import { createHmac, timingSafeEqual } from "node:crypto";
import { now } from "#modules/kernel/clock.ts";

/*
 * A client's system that takes webhooks, for tests and demos: it checks the signature by itself, from what the
 * integrators' guide says, and shows what it took.
 */

type Taken = { id: string; at: string; type: string; verified: boolean; body: unknown };

/** Only the newest are kept, in memory: a receiver that was started again begins anew. */
const shown = 200;
const taken = new Map<string, Taken[]>();

/**
 * `POST /sandbox/webhooks/{name}?secret=whsec_…` takes a delivery and answers 204; a wrong or old signature 401, and
 * with `?answer=503` that status. Without a secret it takes what comes, unverified. `GET` shows what was taken, newest
 * first.
 */
export async function handleWebhooks(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const name = url.pathname.split("/")[3] ?? "";
  if (!/^[\w-]{1,40}$/.test(name)) return Response.json({ error: "not found" }, { status: 404 });
  if (request.method === "GET")
    return Response.json([...(taken.get(name) ?? [])].reverse(), { headers: { "cache-control": "no-store" } });
  if (request.method !== "POST") return Response.json({ error: "GET or POST" }, { status: 405 });
  const body = await request.text();
  if (body.length > 65_536) return Response.json({ error: "too large" }, { status: 413 });
  const secret = url.searchParams.get("secret");
  const verified = secret !== null && verifies(secret, request.headers, body);
  if (secret !== null && !verified) return Response.json({ error: "signature" }, { status: 401 });
  const answer = Number(url.searchParams.get("answer") ?? 204);
  if (!(answer >= 200 && answer < 600)) return Response.json({ error: "answer" }, { status: 400 });
  const read = parsed(body);
  const list = taken.get(name) ?? [];
  list.push({
    id: request.headers.get("webhook-id") ?? "",
    at: now().toISOString(),
    verified,
    body: read,
    type: String((read as { type?: unknown } | null)?.type ?? ""),
  });
  if (list.length > shown) list.shift();
  if (!taken.has(name) && taken.size >= shown) taken.delete(taken.keys().next().value!);
  taken.set(name, list);
  return new Response(null, { status: answer });
}

/** Whether one of the signatures is right, and the message is no older than five minutes. */
function verifies(secret: string, headers: Headers, body: string): boolean {
  const id = headers.get("webhook-id");
  const time = headers.get("webhook-timestamp");
  if (Math.abs(now().getTime() / 1000 - Number(time)) > 300) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest();
  return (headers.get("webhook-signature") ?? "").split(" ").some((each) => {
    const [version, signature = ""] = each.split(",");
    const received = Buffer.from(signature, "base64");
    return version === "v1" && received.length === expected.length && timingSafeEqual(received, expected);
  });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
