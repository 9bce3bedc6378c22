import { publicResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { byLanguage, DocumentAnswer, madeOnce } from "#app/http/process/made-once.ts";
import { env } from "#modules/kernel/env.server.ts";
import { type Locale, say } from "#modules/messages/index.ts";

const document = madeOnce((locale: Locale) =>
  JSON.stringify({
    id: "/",
    name: env.productName,
    short_name: env.productName,
    description: env.productTagline,
    lang: locale,
    start_url: "/booking",
    scope: "/",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: "#094743",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: say("common.bookAService", {}, locale), url: "/booking" },
      { name: say("tracking.title", {}, locale), url: "/serviceStatus" },
      { name: say("shell.partnerLogin", {}, locale), url: "/login" },
    ],
  }),
);

/** The web app manifest, with which a phone installs the product as an application, in the reader's language. */
export const loader = publicResource(
  { limit: reads.once },
  async (_anyone, _input, { locale }) =>
    new DocumentAnswer(await document(locale), { type: "application/manifest+json", seconds: 0, vary: byLanguage }),
);
