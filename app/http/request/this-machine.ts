import type { IncomingMessage } from "node:http";

/** The names a browser on this machine calls it by, each with or without a port. */
const ownName = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** What proxies, tunnels and networks of servers add to a request they pass on. */
const forwarding = new RegExp(
  [
    "^(forwarded|via|cdn-loop|client-ip|true-client-ip|x-real-ip|x-client-ip|x-cluster-client-ip|x-remote-ip|x-host)$",
    "^x-(forwarded|original|originating|proxyuser|envoy|amzn|amz-cf|azure|arr|appengine|vercel|nf|render)(-|$)",
    "^(cf|cloudfront|fastly|akamai|fly|tailscale|ngrok|x-akamai|x-ngrok|x-cloud-trace)-",
  ].join("|"),
);

/**
 * Whether a request comes from a program on this machine without a proxy in between: its one Host is localhost,
 * 127.0.0.1 or [::1], and it carries no forwarding header, not even an empty one. Read from what was sent, whichever
 * proxies are trusted (fixed point 20).
 */
export function isOfThisMachine({ headersDistinct }: Pick<IncomingMessage, "headersDistinct">): boolean {
  const [host = "", ...more] = headersDistinct.host ?? [];
  return ownName.test(host) && more.length === 0 && !Object.keys(headersDistinct).some((name) => forwarding.test(name));
}
