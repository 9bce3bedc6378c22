import { publicResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { DocumentAnswer, madeOnce } from "#app/http/process/made-once.ts";
import { env } from "#modules/kernel/env.server.ts";

/** What search engines leave out: calls, and pages of one request or one person. */
const left = [
  "/api/",
  "/sandbox",
  "/serviceStatus",
  "/ServiceStatus",
  "/feedback/",
  "/outcome/",
  "/visit",
  "/payment/",
];

const document = madeOnce(() =>
  [
    "User-agent: *",
    "Allow: /booking",
    ...left.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${env.publicUrl}/sitemap.xml`,
    "",
  ].join("\n"),
);

/** Where search engines find the sitemap, and what they leave out. */
export const loader = publicResource(
  { limit: reads.once },
  async () => new DocumentAnswer(await document("all"), { type: "text/plain; charset=utf-8", seconds: 600 }),
);
