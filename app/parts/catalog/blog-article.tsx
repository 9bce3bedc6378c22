import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useSite } from "#app/ui/base/site.ts";
import { showDate } from "#modules/kernel/clock.ts";
import type { Locale } from "#modules/messages/index.ts";

/** A post as it is read; `html` passed the allow-list. */
type Article = {
  title: string;
  author: string;
  summary: string;
  categories: readonly string[];
  publishedAt: Date | string | null;
  /** Where its picture is. */
  picture: string | null;
  html: string;
};

/** Says the language a text is written in, by its script: the page around it may be in another one. */
export function useLanguageOf() {
  const { languages } = useSite();
  return (text: string): Locale => languages.findLast(({ script }) => hasScript(text, script))?.locale ?? "en";
}

const hasScript = (text: string, script: string) => new RegExp(`\\p{Script=${script}}`, "u").test(text);

/** A post: the one renderer of its public page and of its previews. In a preview its title is no heading of the page. */
export function BlogArticle({ post, preview = false }: { post: Article; preview?: boolean }) {
  const Title = preview ? "h3" : "h1";
  const { title, author, categories, publishedAt, picture, summary, html } = post;
  return (
    <article className="max-w-2xl wrap-anywhere" lang={useLanguageOf()(title + summary)}>
      <Title
        className={`leading-[1.2] font-bold ${preview ? "text-[1.625rem]" : "text-[clamp(1.5rem,1.2rem+1.6vw,2.25rem)]"}`}
      >
        {title}
      </Title>
      <Byline author={author} publishedAt={publishedAt} />
      <Categories names={categories} linked={!preview} />
      {picture && <img className="mt-5 h-auto max-h-104 w-full rounded-lg object-cover" src={picture} alt="" />}
      <p className="mt-5 text-[1.1875rem]/[1.5] text-soft">{summary}</p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it passed the allow-list of modules/catalog/blogs/rich-text.ts */}
      <div className="post-text mt-5" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}

/** Who wrote a post and when it was published, in the language of the page. */
export function Byline({ author, publishedAt }: Pick<Article, "author" | "publishedAt">) {
  const say = useSay();
  const locale = useLocale();
  return (
    <p className="mt-2 text-[0.9375rem] text-soft" lang={locale}>
      {say("blogs.by", { author })}
      {publishedAt && (
        <>
          {" · "}
          <time dateTime={new Date(publishedAt).toISOString()}>{showDate(publishedAt, locale)}</time>
        </>
      )}
    </p>
  );
}

/** The public list, or a category of it. */
export const listAddress = (category?: string) =>
  category ? `/blogs?category=${encodeURIComponent(category)}` : "/blogs";

/** The public page of a post. */
export const postAddress = (slug: string) => `/blogs/${encodeURIComponent(slug)}`;

const category = "inline-flex min-h-8 items-center rounded-full bg-teal-50 px-3 text-[0.875rem] text-teal-800";

/** The categories of a post; linked, they lead to the other posts of theirs. */
export function Categories({ names, linked = true }: { names: readonly string[]; linked?: boolean }) {
  const say = useSay();
  if (names.length === 0) return null;
  return (
    <ul className="mt-2.5 flex flex-wrap gap-1.5" aria-label={say("common.categories")}>
      {names.map((name) => (
        <li key={name}>
          {linked ? (
            <a className={`link ${category}`} href={listAddress(name)}>
              {name}
            </a>
          ) : (
            <span className={category}>{name}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
