import type { Locale, MessageKey } from "#modules/messages/index.ts";

/** Green where something was received or done well, amber for attention without blame, darkest for an end without work. */
export type BandColour = "good" | "amber" | "ended";

/**
 * What a route declares about itself: `export const handle = { public: true, title: "home.title" } satisfies Handle`.
 */
export type Handle = {
  /** A page for everybody, without what consoles have. */
  public?: boolean;
  /** The page's title; `Error: ` is put before it while a form is refused. */
  title?: MessageKey | ((data: never) => MessageKey);
  /** The page's title where it is no text of ours, such as that of a post. */
  name?: (data: never) => string;
  /** A short count of what waits, in front of the title of each page in this frame. */
  count?: (data: never) => string | undefined;
  /** For public pages: what search engines, and apps in which its link is shared, are told of it. */
  about?: MessageKey;
  /** For pages with `about`: the address of the picture that apps show with the shared link; undefined for that of the product. */
  picture?: (data: never, locale: Locale) => string | undefined;
  /** For pages of the admin console: the page has its own top line and fills the window. */
  fills?: boolean;
  /** For frames whose links bring all their styles: the styles of public pages are not loaded. */
  ownStyles?: boolean;
  /** For consoles: by intent, the specified sentence of its failure, said before why the server failed or was not reached. */
  failures?: Record<string, MessageKey>;
  /**
   * For public pages: whether a band over the whole width speaks on top of it, under a header of its colour: dark, or
   * the colour that is named.
   */
  band?: (data: never) => boolean | BandColour;
  /** Without header and footer (payment hand-over, print). */
  bare?: boolean;
};
