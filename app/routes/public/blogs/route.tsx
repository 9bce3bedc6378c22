import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { publicPage } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { Byline, Categories, listAddress, postAddress, useLanguageOf } from "#app/parts/catalog/blog-article.tsx";
import { readByAll } from "#app/parts/catalog/read-by-all.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import { buttonLook } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { publishedBlogs } from "#modules/catalog/index.ts";
import { PublishedFilter } from "#modules/catalog/shared.ts";
import { env } from "#modules/kernel/env.server.ts";
import { say } from "#modules/messages/index.ts";

export const handle = { public: true, title: "common.blog" } satisfies Handle;

const BlogQuery = z.object({ ...PublishedFilter.shape, ...placeFields });

/** A page of the active posts, all or those of a category. */
export const loader = publicPage(
  { limit: reads.page, query: BlogQuery },
  async (_anyone, { category, after, before }, { locale }) => {
    const { rows, next, previous } = await publishedBlogs({ category }, { after, before });
    return {
      category: category ?? null,
      posts: rows.map(({ id, slug, title, author, summary, categories, imageBlobId, publishedAt }) => ({
        id,
        slug,
        title,
        author,
        summary,
        categories,
        publishedAt,
        picture: imageBlobId && `/files/${imageBlobId}`,
      })),
      next,
      previous,
      site: env.publicUrl,
      title: say("common.blog", {}, locale),
      lead: say("blogs.lead", {}, locale),
    };
  },
);

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? readByAll({
        site: data.site,
        title: data.title,
        description: data.lead,
        picture: null,
        path: listAddress(data.category ?? undefined),
        type: "website",
      })
    : [];

/** The blog as everybody reads it. */
export default function Blogs() {
  const { category, posts, next, previous } = useLoaderData<typeof loader>();
  const say = useSay();
  const languageOf = useLanguageOf();
  const page = (place: string) => `${listAddress(category ?? undefined)}${category ? "&" : "?"}${place}`;
  return (
    <>
      <h1>{category ? say("blogs.of", { category }) : say("common.blog")}</h1>
      {category ? (
        <p className="mt-2">
          <a className="link" href="/blogs">
            {say("blogs.all")}
          </a>
        </p>
      ) : (
        <p className="mt-2 text-soft">{say("blogs.lead")}</p>
      )}
      {posts.length === 0 ? (
        <p className="my-8">{say("blogs.none")}</p>
      ) : (
        <ul className="my-7 grid gap-7">
          {posts.map(({ id, slug, title, author, summary, categories, publishedAt, picture }, at) => (
            <li key={id} className={`grid gap-4 wrap-anywhere ${picture ? "sm:grid-cols-[14rem_minmax(0,1fr)]" : ""}`}>
              {picture && (
                <img
                  className="aspect-video w-full rounded-lg bg-sand object-cover"
                  src={picture}
                  alt=""
                  width={448}
                  height={252}
                  {...(at > 0 && { loading: "lazy" })}
                />
              )}
              <div lang={languageOf(title + summary)}>
                <h2 className="text-lg/[1.3] font-bold">
                  <a className="link text-ink hover:text-teal-700" href={postAddress(slug)}>
                    {title}
                  </a>
                </h2>
                <Byline author={author} publishedAt={publishedAt} />
                <p className="mt-2">{summary}</p>
                <Categories names={categories} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {(previous || next) && (
        <nav className="flex flex-wrap justify-between gap-3" aria-label={say("blogs.pages")}>
          {previous && (
            <a className={buttonLook({ tone: "quiet" })} rel="prev" href={page(`before=${previous}`)}>
              {say("blogs.newer")}
            </a>
          )}
          {next && (
            <a className={buttonLook({ tone: "quiet" })} rel="next" href={page(`after=${next}`)}>
              {say("blogs.older")}
            </a>
          )}
        </nav>
      )}
      <p className="mt-6 text-sm">
        <a className="link" href="/blogs/feed.xml">
          {say("blogs.feed")}
        </a>
      </p>
    </>
  );
}
