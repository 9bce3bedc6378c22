import { publicResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { madeOf } from "#app/http/process/made-once.ts";
import { postAddress } from "#app/parts/catalog/blog-article.tsx";
import { asXml, xmlAnswer, xmlText } from "#app/parts/catalog/xml.ts";
import { blogAddresses } from "#modules/catalog/index.ts";
import { env } from "#modules/kernel/env.server.ts";

const place = (path: string, changedAt?: Date) =>
  `  <url><loc>${asXml(env.publicUrl + path)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ""}</url>\n`;

const document = madeOf((posts: Awaited<ReturnType<typeof blogAddresses>>) =>
  xmlText(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${place("/booking")}${place("/terms")}${place("/blogs")}${posts.map(({ slug, updatedAt }) => place(postAddress(slug), updatedAt)).join("")}</urlset>`),
);

/** The pages that search engines should know: the booking form, the terms of its fee, the blog and its posts. */
export const loader = publicResource({ limit: reads.once }, async () =>
  xmlAnswer("application/xml", await document(await blogAddresses())),
);
