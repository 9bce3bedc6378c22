import { publicResource } from "#app/http/doors/page.server.ts";
import { env } from "#modules/kernel/env.server.ts";

/** Where search engines find the sitemap; what they must not show says so itself. */
export const loader = publicResource(
  () =>
    new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${env.publicUrl}/sitemap.xml\n`, {
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=600" },
    }),
);
