import { publicResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { madeOf } from "#app/http/process/made-once.ts";
import { postAddress } from "#app/parts/catalog/blog-article.tsx";
import { asXml, xmlAnswer, xmlText } from "#app/parts/catalog/xml.ts";
import { newestBlogs } from "#modules/catalog/index.ts";
import { env } from "#modules/kernel/env.server.ts";
import { say } from "#modules/messages/index.ts";

const document = madeOf((posts: Awaited<ReturnType<typeof newestBlogs>>) => {
  const site = env.publicUrl;
  const changed = Math.max(0, ...posts.map(({ updatedAt }) => updatedAt.getTime()));
  const entries = posts.map(
    ({ slug, title, author, summary, categories, publishedAt, updatedAt }) => `  <entry>
    <id>${asXml(site + postAddress(slug))}</id>
    <link href="${asXml(site + postAddress(slug))}"/>
    <title>${asXml(title)}</title>
    <author><name>${asXml(author)}</name></author>
    <published>${publishedAt.toISOString()}</published>
    <updated>${updatedAt.toISOString()}</updated>
${categories.map((name) => `    <category term="${asXml(name)}"/>\n`).join("")}    <summary>${asXml(summary)}</summary>
  </entry>
`,
  );
  return xmlText(
    `<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${asXml(site)}/blogs</id>
  <title>${asXml(`${env.productName} – ${say("common.blog")}`)}</title>
  <link href="${asXml(site)}/blogs"/>
  <link rel="self" href="${asXml(site)}/blogs/feed.xml"/>
  <updated>${new Date(changed).toISOString()}</updated>
${entries.join("")}</feed>`,
  );
});

/** The newest posts as an Atom feed, with their summaries. */
export const loader = publicResource({ limit: reads.once }, async () =>
  xmlAnswer("application/atom+xml", await document(await newestBlogs())),
);
