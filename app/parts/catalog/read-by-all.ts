import type { MetaDescriptor } from "@remix-run/node";

type Page = {
  /** The public address of the site, without a slash at its end. */
  site: string;
  path: string;
  title: string;
  description: string;
  picture: string | null;
  type: "article" | "website";
};

/** What search engines, and apps in which a link is shared, are told of a page of the blog. */
export const readByAll = ({ site, path, title, description, picture, type }: Page): MetaDescriptor[] => [
  { name: "description", content: description },
  { tagName: "link", rel: "canonical", href: site + path },
  { tagName: "link", rel: "alternate", type: "application/atom+xml", href: "/blogs/feed.xml", title: "Atom" },
  { property: "og:type", content: type },
  { property: "og:title", content: title },
  { property: "og:description", content: description },
  { property: "og:url", content: site + path },
  ...(picture ? [{ property: "og:image", content: site + picture }] : []),
  { name: "twitter:card", content: picture ? "summary_large_image" : "summary" },
];
