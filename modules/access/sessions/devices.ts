/*
 * Reduces a User-Agent to the browser and the system, in our own words. It only helps admins to recognise their
 * devices; nothing is decided by it.
 */
const browsers = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
] as const;
const systems = [
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
] as const;

const longestRead = 400;

/** A coarse name of the browser or program with this `User-Agent`: `Chrome, Windows`; undefined when unknown. */
export function deviceOf(userAgent: string | null): string | undefined {
  const read = (userAgent ?? "").slice(0, longestRead);
  const named = [browsers, systems].map((list) => list.find(([, pattern]) => pattern.test(read))?.[0]);
  return named.filter(Boolean).join(", ") || undefined;
}
