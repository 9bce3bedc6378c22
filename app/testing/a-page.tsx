import type { EntryContext } from "@remix-run/node";
import { Outlet, RemixServer } from "@remix-run/react";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { LocaleContext } from "#app/ui/base/locale.ts";
import { type Locale, say } from "#modules/messages/index.ts";
import { type About, readToast } from "../http/request/toast.server.ts";
import { loader as site } from "../root.tsx";
import { doorArgs } from "./a-desk.ts";

/* Pages as the server draws them, for tests of what a screen shows, offers and says; no browser, no build. */

/** A route's module; loaders, actions and components have types of their own. */
type RouteModule = { loader?: unknown; action?: unknown; default?: unknown; ErrorBoundary?: unknown; handle?: unknown };
type Params = Record<string, string>;
type Asks = (args: object) => Promise<unknown>;

/**
 * What an address answers: where it leads, or its page with the status, as HTML and as the text in it; `cookie` is the
 * browser's afterwards.
 */
export type Drawn = { status: number; to?: string | undefined; html: string; text: string; cookie: string };

type Asking = {
  /** The parameters of the address. */
  params?: Params;
  /** What the page's last form answered. */
  answered?: unknown;
  locale?: Locale;
  /** What the page's loader is made to throw, in place of being asked. */
  fails?: unknown;
};

/** Draws the page of a route at an address, in its frames from the outermost on, for the browser with these cookies. */
export async function drawn(path: string, cookie: string, routes: RouteModule[], asking: Asking = {}): Promise<Drawn> {
  const { params = {}, answered, locale = "en", fails } = asking;
  const url = new URL(path, "http://localhost");
  const all: RouteModule[] = [{ loader: site, default: Outlet }, ...routes];
  const idOf = (at: number) => (at === 0 ? "root" : `route-${at}`);
  const last = all.length - 1;
  const loaded: Record<string, unknown> = {};
  let errors: Record<string, unknown> | null = null;
  let status = 200;
  let cookies = cookie;
  for (const [at, { loader }] of all.entries()) {
    if (!loader) continue;
    const answer = await answerOf(() => {
      if (at === last && fails) throw fails;
      return (loader as Asks)({ ...doorArgs(path, cookie), params });
    });
    cookies = jarAfter(cookies, answer.headers);
    if (answer.to) return { status: answer.status, to: answer.to, html: "", text: "", cookie: cookies };
    if (answer.refused) {
      errors = { [idOf(at)]: answer.refused };
      status = answer.status;
      break;
    }
    loaded[idOf(at)] = answer.value;
  }
  const paths = all.map((_, at) => (at === last ? url.pathname.slice(1) : ""));
  const context = {
    manifest: {
      entry: { imports: [], module: "" },
      url: "",
      version: "",
      routes: Object.fromEntries(
        all.map(({ ErrorBoundary }, at) => [
          idOf(at),
          {
            id: idOf(at),
            path: paths[at],
            hasLoader: true,
            hasAction: true,
            module: "",
            hasErrorBoundary: Boolean(ErrorBoundary),
            ...(at > 0 && { parentId: idOf(at - 1) }),
          },
        ]),
      ),
    },
    routeModules: Object.fromEntries(all.map((module, at) => [idOf(at), module as { default: ComponentType }])),
    future: { v3_singleFetch: true, v3_relativeSplatPath: true },
    isSpaMode: false,
    serverHandoffString: "",
    staticHandlerContext: {
      basename: "/",
      location: { ...hrefOf(url), state: null, key: "drawn" },
      statusCode: status,
      errors,
      loaderHeaders: {},
      actionHeaders: {},
      activeDeferreds: null,
      matches: all.map((_, at) => ({ params, pathname: url.pathname, pathnameBase: "/", route: { id: idOf(at) } })),
      loaderData: loaded,
      actionData: answered === undefined ? null : { [idOf(last)]: answered },
    },
  } as unknown as EntryContext;
  const html = renderToStaticMarkup(
    <LocaleContext.Provider value={locale}>
      <RemixServer context={context} url={url.href} />
    </LocaleContext.Provider>,
  );
  return { status, html, text: textOf(html), cookie: cookies };
}

/** What a form answers: where it leads and the toast left for the next page, or what it shows in its place. */
export type Sent = {
  status: number;
  to?: string | undefined;
  toast?: string | undefined;
  /** What the toast links. */
  about?: About | undefined;
  cookie: string;
  shown?: unknown;
};

/** Sends a form to a route; `cookie` of the answer is the browser's afterwards. */
export async function sent(
  path: string,
  cookie: string,
  { action }: RouteModule,
  fields: Record<string, string | readonly string[]>,
  params: Params = {},
): Promise<Sent> {
  const answer = await answerOf(() => (action as Asks)({ ...doorArgs(path, cookie, fields), params }));
  const next = jarAfter(cookie, answer.headers);
  const toast = readToast(new Request("http://localhost/", { headers: { cookie: next } }));
  return {
    status: answer.status,
    to: answer.to,
    cookie: next,
    ...(toast && { toast: say(toast.key, toast.params), about: toast.about }),
    ...(answer.to === undefined && { shown: answer.value }),
  };
}

/** A browser's cookies after an answer. */
function jarAfter(cookie: string, headers: Headers | undefined): string {
  const jar = new Map(cookie.split("; ").filter(Boolean).map(pairOf));
  for (const [name, value] of (headers?.getSetCookie() ?? []).map((set) => pairOf(set.split(";")[0]!)))
    if (value) jar.set(name, value);
    else jar.delete(name);
  return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
}

const pairOf = (pair: string): [string, string] => {
  const at = pair.indexOf("=");
  return [pair.slice(0, at), pair.slice(at + 1)];
};
const hrefOf = ({ pathname, search, hash }: URL) => ({ pathname, search, hash });

/** The text of a page, its tags left out, one space between what stands apart. */
const textOf = (html: string) =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();

type Answer = { status: number; to?: string; headers?: Headers; value?: unknown; refused?: unknown };
type WithInit = { data: unknown; init?: { status?: number; headers?: Headers } };

async function answerOf(ask: () => Promise<unknown>): Promise<Answer> {
  try {
    return read(await ask());
  } catch (thrown) {
    const answer = read(thrown);
    if (answer.to !== undefined) return answer;
    const { status, value } = answer;
    if (status === 200) return { status: 500, refused: thrown };
    return { status, refused: { status, statusText: "", internal: false, data: value } };
  }
}

function read(answer: unknown): Answer {
  if (answer instanceof Response) {
    const to = answer.headers.get("location") ?? undefined;
    return { status: answer.status, headers: answer.headers, ...(to !== undefined && { to }) };
  }
  const held = answer as WithInit | null;
  if (typeof held !== "object" || held === null || !("data" in held) || !("init" in held))
    return { status: 200, value: answer };
  const { headers, status = 200 } = held.init ?? {};
  return { status, value: held.data, ...(headers && { headers }) };
}
