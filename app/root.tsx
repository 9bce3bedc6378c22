import type { LinksFunction } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  type UIMatch,
  UNSAFE_RemixContext,
  useMatches,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { randomToken } from "#modules/kernel/crypto.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { type MessageKey, say as sayIn } from "#modules/kernel/messages/index.ts";
import { openDoor } from "./http/door.server.ts";
import { gated } from "./http/page.server.ts";
import { readToast } from "./http/toast.server.ts";
import { useNonce } from "./nonce.ts";
import stylesheet from "./styles.css?url";
import type { Handle } from "./ui/handle.ts";
import { unlessUnreachable } from "./ui/kept-open.ts";
import { useLocale } from "./ui/locale.ts";
import { PageProblemView } from "./ui/page-error.tsx";
import { PublicShell } from "./ui/public-shell.tsx";
import { useSay } from "./ui/say.tsx";
import { type Site, useSite } from "./ui/site.ts";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** What each page knows of the house, and the sentence the last page left for this one. */
export const loader = gated({ as: "anyone" }, (args): Site | Response => {
  const door = openDoor(args);
  const toast = readToast(door.request);
  if (door.cookie("toast")) door.drop("toast");
  const site: Site = {
    name: env.productName,
    tagline: env.productTagline,
    operator: env.operatorLegalName,
    supportPhone: env.supportPhone,
    sandbox: env.sandbox,
    here: door.url.pathname + door.url.search,
    formKey: randomToken(12),
    toast: toast ? { id: toast.id, kind: toast.kind, text: sayIn(toast.key, toast.params, door.locale) } : null,
  };
  return door.answer(site);
});

/** A page that is read again because of news must not take the sentence that was left for the next page. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  unlessUnreachable(change) && (change.formMethod !== undefined || change.currentUrl.href !== change.nextUrl.href);

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const handles = matches.map(({ handle }) => handle as Handle | undefined);
  const isPublic = handles.some((handle) => handle?.public);
  const nonce = useNonce();
  return (
    <html lang={useLocale()} data-page={isPublic ? "public" : "console"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#094743" />
        <Title keys={matches.flatMap(titleOf)} />
        <Meta />
        <Links />
      </head>
      <body>
        {isPublic && !handles.some((handle) => handle?.bare) ? <PublicShell>{children}</PublicShell> : children}
        {isPublic ? (
          <PublicScripts />
        ) : (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** Errors of public pages, and of consoles whose own error page could not be shown. */
export function ErrorBoundary() {
  return <PageProblemView />;
}

/** The name of a page; one that refused to load has no data to be named by. */
function titleOf({ handle, data }: UIMatch): MessageKey[] {
  const title = (handle as Handle | undefined)?.title;
  if (typeof title !== "function") return title ? [title] : [];
  return data ? [title(data as never)] : [];
}

function Title({ keys }: { keys: MessageKey[] }) {
  const say = useSay();
  const key = keys.at(-1);
  return <title>{[key && say(key), useSite().name].filter(Boolean).join(" – ")}</title>;
}

/** A public page loads the small entry alone; React comes with the first island that is touched. */
function PublicScripts() {
  const manifest = useContext(UNSAFE_RemixContext)?.manifest;
  const nonce = useNonce();
  return (
    <>
      {manifest?.hmr?.runtime && <script type="module" src={manifest.hmr.runtime} nonce={nonce} />}
      <script type="module" src={manifest?.entry.module} nonce={nonce} />
    </>
  );
}
