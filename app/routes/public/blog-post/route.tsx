import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { publicPage } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { BlogArticle, postAddress } from "#app/parts/catalog/blog-article.tsx";
import { readByAll } from "#app/parts/catalog/read-by-all.ts";
import blog from "#app/styles/blog.css?url";
import { buttonLook } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { publishedBlog } from "#modules/catalog/index.ts";
import { env } from "#modules/kernel/env.server.ts";
import { lenient, text } from "#modules/kernel/validation.ts";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: blog }];
export const handle = { public: true, name: ({ post }: { post: { title: string } }) => post.title } satisfies Handle;

/** An active post; a draft is not found. */
export const loader = publicPage(
  { limit: reads.page, query: z.object({ slug: lenient(text(100)) }) },
  async (_anyone, { slug = "" }) => {
    const { title, author, summary, categories, publishedAt, imageBlobId, content, ...post } =
      await publishedBlog(slug);
    const picture = imageBlobId && `/files/${imageBlobId}`;
    return {
      post: { title, author, summary, categories, publishedAt, picture, html: content },
      path: postAddress(post.slug),
      changedAt: post.updatedAt,
      site: env.publicUrl,
      publisher: env.productName,
    };
  },
);

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [];
  const { post, path, site, publisher } = data;
  const { title, author, summary, picture } = post;
  const isoText = (when: Date | string | null) => (when ? new Date(when).toISOString() : undefined);
  return [
    ...readByAll({ site, path, title, description: summary, picture, type: "article" }),
    { name: "author", content: author },
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "BlogPosting",
        headline: title,
        description: summary,
        author: { "@type": "Person", name: author },
        publisher: { "@type": "Organization", name: publisher },
        datePublished: isoText(post.publishedAt),
        dateModified: isoText(data.changedAt),
        mainEntityOfPage: site + path,
        ...(picture && { image: site + picture }),
        keywords: post.categories.join(", "),
      },
    },
  ];
};

/** One post, as everybody reads it. */
export default function BlogPost() {
  const { post } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <>
      <BlogArticle post={post} />
      <p className="mt-9 flex flex-wrap items-center gap-x-5 gap-y-3 border-t border-line pt-5">
        <a className={buttonLook()} href="/booking">
          {say("common.bookAService")}
        </a>
        <a className="link" href="/blogs">
          {say("blogs.all")}
        </a>
      </p>
    </>
  );
}
