import { isIPv4, isIPv6 } from "node:net";

/** Named groups of addresses: this machine, link-local, private networks. */
const groups = ["loopback", "linklocal", "uniquelocal"];

const mostEntries = 64;

/**
 * What is wrong with a list of proxies whose X-Forwarded-* headers would be trusted, in words; undefined when nothing
 * is. An entry wider than any operator's network (`0.0.0.0/0`, one half of it, `true`) would let every caller choose
 * its own address.
 */
export function proxiesRefusal(list: string): string | undefined {
  const entries = list.split(",").map((entry) => entry.trim());
  if (entries.length > mostEntries) return `names more than ${mostEntries} proxies`;
  for (const entry of entries) {
    const wrong = groups.includes(entry) ? undefined : entryRefusal(entry);
    if (wrong) return wrong;
  }
  return undefined;
}

const unreadable = `has an entry that is neither ${groups.join(", ")} nor an address or network such as 10.0.0.7 or 10.0.0.0/24`;
const tooWide = "takes in addresses of strangers: name the proxies themselves, or their own network";

function entryRefusal(entry: string): string | undefined {
  const [address = "", prefix, ...more] = entry.split("/");
  const bits = isIPv4(address) ? 32 : isPlainIPv6(address) ? 128 : 0;
  if (!bits || more.length > 0 || (prefix !== undefined && !/^(0|[1-9]\d{0,2})$/.test(prefix))) return unreadable;
  const length = Number(prefix ?? bits);
  if (length > bits) return unreadable;
  return length < narrowest(address, bits) ? tooWide : undefined;
}

/** Without a zone, and with an IPv4 tail only in ::ffff: addresses: other spellings crash the server's own parser. */
const isPlainIPv6 = (address: string) => isIPv6(address) && (/^::ffff:[\d.]+$/i.test(address) || !/[%.]/.test(address));

/** The shortest prefix allowed for an operator's own network: 10.0.0.0/8 and fc00::/7 are the widest private ones. */
function narrowest(address: string, bits: number): number {
  if (bits === 32) return 8;
  const first = Number.parseInt(new URL(`http://[${address}]`).hostname.slice(1).split(":")[0] || "0", 16);
  // ::/16 also contains all IPv4 addresses: only a single address may be named there.
  if (first === 0) return 128;
  return first >= 0xfc00 && first < 0xfe00 ? 7 : first >= 0xfe80 && first < 0xfec0 ? 10 : 16;
}
