import type { MessageKey } from "#modules/kernel/messages/index.ts";

/** What a route says about itself: `export const handle = { public: true, title: "booking.title" } satisfies Handle`. */
export type Handle = {
  /** Server-rendered for good: only islands and enhancers wake in the browser. */
  public?: boolean;
  /** The page's name in the browser's title; `Error: ` is put before it while a form is refused. */
  title?: MessageKey | ((data: never) => MessageKey);
  /** Without header and footer (payment hand-over, print). */
  bare?: boolean;
};
