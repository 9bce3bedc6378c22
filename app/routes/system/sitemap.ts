import { publicResource } from "#app/http/doors/page.server.ts";
import { postAddress } from "#app/parts/catalog/blog-article.tsx";
import { asXml, xmlResponse } from "#app/parts/catalog/xml.ts";
import { blogAddresses } from "#modules/catalog/index.ts";
import { env } from "#modules/kernel/env.server.ts";

/** The pages that search engines should know: the booking form, the blog and its posts. */
export const loader = publicResource(async () => {
  const posts = await blogAddresses();
  const place = (path: string, changedAt?: Date) =>
    `  <url><loc>${asXml(env.publicUrl + path)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ""}</url>\n`;
  return xmlResponse(
    "application/xml",
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${place("/booking")}${place("/blogs")}${posts.map(({ slug, updatedAt }) => place(postAddress(slug), updatedAt)).join("")}</urlset>`,
  );
});
