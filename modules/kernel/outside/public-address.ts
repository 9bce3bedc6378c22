import { BlockList, isIPv4 } from "node:net";

/*
 * Which addresses of the internet a request on behalf of somebody else may go to: none of this machine, of private
 * networks and clouds' inner services, and none with a meaning of its own (IANA's special-purpose registries).
 */

const special = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // Multicast, reserved and broadcast.
  ["224.0.0.0", 3],
] as const)
  special.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of [
  // Protocol assignments with Teredo, documentation, and 6to4, which carries any IPv4 address.
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  special.addSubnet(net, prefix, "ipv6");

/** Of IPv6 only this is given out to the public: mapped and translated IPv4, link-local and private lie outside. */
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether an IP address belongs to a public host. */
export const isPublic = (address: string) =>
  isIPv4(address) ? !special.check(address, "ipv4") : global6.check(address, "ipv6") && !special.check(address, "ipv6");

/** Whether an IP address is this machine's own. */
export const isLoopback = (address: string) => loopback.check(address, isIPv4(address) ? "ipv4" : "ipv6");
