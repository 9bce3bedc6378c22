/*
 * Receivers of webhooks, to copy; tests run them against what we sign. Each takes a body of at most 64 KiB, checks that it
 * is ours, takes each event once, and answers before it works on it.
 */

/** A receiver's check in Node.js. */
export const webhookVerifier = `import { createHmac, timingSafeEqual } from "node:crypto";

// \`body\` is the text as it came, not parsed and written again.
export function isOurs(secret, headers, body) {
  const [id, time] = [headers["webhook-id"], headers["webhook-timestamp"]];
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = createHmac("sha256", key).update(\`\${id}.\${time}.\${body}\`).digest("base64");
  const right = Buffer.from(\`v1,\${signed}\`);
  const given = (headers["webhook-signature"] ?? "").split(" ").map((each) => Buffer.from(each));
  return given.some((each) => each.length === right.length && timingSafeEqual(each, right));
}`;

const node = `import { createServer } from "node:http";
import { env } from "node:process";
${webhookVerifier}

const taken = new Set(); // in production a table with a unique id

createServer(async (request, response) => {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > 65536) return response.writeHead(413).end();
    parts.push(part);
  }
  const body = Buffer.concat(parts).toString();
  if (!isOurs(env.WEBHOOK_SECRET, request.headers, body)) return response.writeHead(401).end();
  response.writeHead(204).end();
  const event = JSON.parse(body);
  if (taken.has(event.id)) return;
  taken.add(event.id);
  console.log(event.type, event.data.ticket_id ?? event.data.upload_id);
}).listen(Number(env.PORT));`;

const python = `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"][len("whsec_"):])
taken = set()  # in production a table with a unique id


def is_ours(headers, body):
    sent = headers.get("webhook-timestamp", "")
    if not sent.isdecimal() or abs(time.time() - int(sent)) >= 300:
        return False
    signed = f"{headers.get('webhook-id', '')}.{sent}.".encode() + body
    right = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(right, each) for each in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length", 0))
        if length > 65536:
            return self.answer(413)
        body = self.rfile.read(length)
        if not is_ours(self.headers, body):
            return self.answer(401)
        self.answer(204)
        event = json.loads(body)
        if event["id"] in taken:
            return
        taken.add(event["id"])
        data = event["data"]
        print(event["type"], data.get("ticket_id") or data.get("upload_id"), flush=True)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()`;

const php = `<?php
function is_ours(string $secret, string $id, string $time, string $signatures, string $body): bool {
    if (!ctype_digit($time) || abs(time() - (int) $time) >= 300) return false;
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $right = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    foreach (explode(' ', $signatures) as $each) {
        if (hash_equals($right, $each)) return true;
    }
    return false;
}

$body = file_get_contents('php://input', false, null, 0, 65537);
if (strlen($body) > 65536) {
    http_response_code(413);
    exit;
}
$header = fn (string $name): string => $_SERVER['HTTP_WEBHOOK_' . $name] ?? '';
if (!is_ours(getenv('WEBHOOK_SECRET'), $header('ID'), $header('TIMESTAMP'), $header('SIGNATURE'), $body)) {
    http_response_code(401);
    exit;
}
http_response_code(204);
$event = json_decode($body, true);
// Take each $event['id'] once: in a table with a unique id.
error_log($event['type'] . ' ' . ($event['data']['ticket_id'] ?? $event['data']['upload_id'] ?? ''));`;

/** A whole receiver in each language; the secret and the port come from its environment. */
export const webhookReceivers = [
  { language: "Node.js", file: "receiver.mjs", text: node },
  { language: "Python", file: "receiver.py", text: python },
  { language: "PHP", file: "receiver.php", text: php },
] as const;
