import type { LinksFunction } from "@remix-run/node";
import { Links, Meta, Outlet, type UIMatch, useLocation, useMatches, useRouteError } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { exchangeHeader } from "#app/exchange/names.ts";
import { namesIn } from "#modules/catalog/index.ts";
import { now } from "#modules/kernel/clock.ts";
import { passingToken } from "#modules/kernel/crypto.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { type Locale, languageName, locales, type MessageKey, say as sayIn } from "#modules/messages/index.ts";
import { gated } from "./http/doors/page.server.ts";
import { refusedHere } from "./http/doors/stored-form.server.ts";
import { reads } from "./http/doors/use-limit.server.ts";
import { consoleFiles } from "./http/process/console-files.server.ts";
import { useEntryScripts } from "./http/process/remix-internals.ts";
import { openDoor } from "./http/request/door.server.ts";
import { readToast, readUndoables } from "./http/request/toast.server.ts";
import { useNonce } from "./nonce.ts";
import { PageErrorContext } from "./page-error.ts";
import stylesheet from "./styles.css?url";
import type { Handle } from "./ui/base/handle.ts";
import { useLocale } from "./ui/base/locale.ts";
import { isOnlyConfirm } from "./ui/base/refused.ts";
import { useSay } from "./ui/base/say.tsx";
import { type Site, useSite } from "./ui/base/site.ts";
import { FormTemplates } from "./ui/form/form-templates.tsx";
import { PageProblemView, titleOfError } from "./ui/shell/page-error.tsx";
import { PublicShell } from "./ui/shell/public-shell.tsx";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

const languages = locales.map((locale) => ({
  locale,
  name: languageName(locale),
  script: new Intl.Locale(locale).maximize().script ?? "Latn",
}));

/** Loads what every page knows about the installation, and the toast left by the last page. */
export const loader = gated({ as: "anyone", limit: reads.page }, async (args): Promise<Site> => {
  const door = openDoor(args);
  const isQuiet = door.request.headers.get(exchangeHeader) === "news";
  const toast = isQuiet ? undefined : readToast(door.request);
  if (!isQuiet && door.cookie("toast")) door.drop("toast");
  const refused = await refusedHere(door);
  if (refused) door.headers.set("cache-control", "private, no-store");
  const site: Site = {
    name: env.productName,
    tagline: env.productTagline,
    operator: env.operatorLegalName,
    origin: env.publicUrl,
    supportPhone: env.supportPhone,
    supportHours: env.supportHours,
    sandbox: env.sandbox,
    names: await namesIn(door.locale),
    languages,
    here: door.url.pathname + door.url.search,
    formKey: passingToken(12),
    scripts: consoleFiles(),
    refused,
    folded: /(^|; )desk-folded=1/.test(door.request.headers.get("cookie") ?? ""),
    toast: toast
      ? {
          id: toast.id,
          kind: toast.kind,
          text: sayIn(toast.key, toast.params, door.locale),
          about: toast.about ?? null,
        }
      : null,
    undoables: readUndoables(door.request).map(({ id, key, params, action, fields, until }) => ({
      id,
      text: sayIn(key, params, door.locale),
      action,
      fields,
      leftMs: until - now().getTime(),
    })),
  };
  return door.answer(site);
});

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const handles = matches.map(({ handle }) => handle as Handle | undefined);
  const isPublic = handles.some((handle) => handle?.public);
  // A frame that failed shows the page of the error in its place, without its links.
  const hasOwnStyles = !useRouteError() && handles.some((handle) => handle?.ownStyles);
  const say = useSay();
  const locale = useLocale();
  const { scripts } = useSite();
  return (
    <html lang={locale} data-page={isPublic ? "public" : "console"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#094743" />
        <Title
          keys={matches.flatMap(titleOf)}
          own={matches.flatMap(nameOf).at(-1)}
          count={matches.flatMap(countOf).at(-1)}
          about={handles.flatMap((handle) => handle?.about ?? []).at(-1)}
          picture={matches.flatMap((match) => pictureOf(match, locale)).at(-1)}
        />
        <Meta />
        {!hasOwnStyles && <link rel="stylesheet" href={stylesheet} />}
        <Links />
        {!isPublic && scripts.map((href) => <link key={href} rel="modulepreload" href={href} />)}
        {!isPublic && <EntryScripts />}
      </head>
      <body data-too-long={say("form.tooLongBy")}>
        {isPublic && !handles.some((handle) => handle?.bare) ? <PublicShell>{children}</PublicShell> : children}
        {!isPublic && <FormTemplates />}
        {isPublic && <EntryScripts />}
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

/** The title keys of a page; a page whose loader was refused has no data to take its title from. */
function titleOf({ handle, data }: UIMatch): MessageKey[] {
  const title = (handle as Handle | undefined)?.title;
  if (typeof title !== "function") return title ? [title] : [];
  return data ? [title(data as never)] : [];
}

/** The name of a page that has one of its own. */
function nameOf({ handle, data }: UIMatch): string[] {
  const name = (handle as Handle | undefined)?.name;
  return name && data ? [name(data as never)] : [];
}

/** What waits in a console, as its frame counts it. */
function countOf({ handle, data }: UIMatch): string[] {
  const count = data ? (handle as Handle | undefined)?.count?.(data as never) : undefined;
  return count ? [count] : [];
}

/** The picture of a page that has one of its own. */
function pictureOf({ handle, data }: UIMatch, locale: Locale): string[] {
  const picture = data ? (handle as Handle | undefined)?.picture?.(data as never, locale) : undefined;
  return picture ? [picture] : [];
}

type TitleProps = {
  keys: MessageKey[];
  own: string | undefined;
  count: string | undefined;
  about: MessageKey | undefined;
  picture: string | undefined;
};

function Title({ keys, own, count, about, picture }: TitleProps) {
  const say = useSay();
  const { name, refused } = useSite();
  const error = useContext(PageErrorContext);
  const key = error ? titleOfError(error) : keys.at(-1);
  const isRefused = refused !== null && !isOnlyConfirm(refused);
  const title = [(!error && own) || (key && say(key)), name].filter(Boolean).join(" – ");
  return (
    <>
      <title>{`${count ? `(${count}) ` : ""}${isRefused ? say("error.prefix") : ""}${title}`}</title>
      {about && !error && <About title={title} about={say(about)} picture={picture} />}
    </>
  );
}

/** For search engines, and apps in which the page's link is shared. */
function About({ title, about, picture }: { title: string; about: string; picture: string | undefined }) {
  const { name, origin } = useSite();
  const { pathname } = useLocation();
  return (
    <>
      <meta name="description" content={about} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={about} />
      <meta property="og:url" content={origin + pathname} />
      <meta property="og:image" content={origin + (picture ?? "/apple-touch-icon.png")} />
      {picture && <meta name="twitter:card" content="summary_large_image" />}
    </>
  );
}

/** The scripts of a page, which wake its islands; no page is drawn by the browser. */
function EntryScripts() {
  const { entry, reloading } = useEntryScripts();
  const nonce = useNonce();
  return (
    <>
      {reloading && <script type="module" src={reloading} nonce={nonce} />}
      <script type="module" src={entry} nonce={nonce} data-entry />
    </>
  );
}
