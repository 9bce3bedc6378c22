import type { RouteConfigEntry } from "@remix-run/route-config";
import sharp from "sharp";
import { serve } from "#app/api/serve/serve.server.ts";
import { doorsOf, type Gate, type Gated, type RouteTable } from "#app/http/doors/gate.ts";
import { readToast } from "#app/http/request/toast.server.ts";
import { portals } from "#app/http/session/session.server.ts";
import routes from "#app/routes.ts";
import { anAddress } from "#modules/testing/factories.ts";
import type { Ask } from "./ask.ts";
import type { Shown } from "./callers.ts";

type RouteModule = { loader?: unknown; action?: unknown; default?: unknown };
const files = import.meta.glob<RouteModule>(["../../routes/**/*.{ts,tsx}", "../../root.tsx"]);

export type TableRoute = NonNullable<RouteTable[string]> & { index?: boolean | undefined };

/** The route table as the build has it, with the root, made from the same list of addresses. */
export async function routeTable(): Promise<Record<string, TableRoute>> {
  const table: Record<string, TableRoute> = {};
  const load = (file: string) => {
    const module = files[`../../${file}`];
    if (!module) throw new Error(`${file} is in routes.ts but not on disk`);
    return module();
  };
  table.root = { id: "root", path: "", module: await load("root.tsx") };
  const add = async (entries: RouteConfigEntry[], parentId: string) => {
    for (const { id = "", file, path, index, children } of entries) {
      const routeId = id || file;
      table[routeId] = { id: routeId, parentId, path, index, module: await load(file) };
      await add(children ?? [], routeId);
    }
  };
  await add((await routes) as RouteConfigEntry[], "root");
  return table;
}

export type Door = {
  name: string;
  pattern: string;
  /** The actors it declares. */
  as: Gate["as"];
  door: (args: object) => Promise<unknown>;
};

/**
 * Every door of the web by the name its lines start with: `GET /login`, `POST /logout`, `GET (root)`. An intent that
 * several pages share is one door, at the first of them; `shared` is a form all of whose intents are another's.
 */
export async function webDoors(): Promise<Map<string, Door & { intents: string[]; shared: boolean }>> {
  const table = await routeTable();
  const known = new Set<object>();
  return new Map(
    doorsOf(table).map(({ id, pattern, part, door }) => {
      const route = table[id]!;
      const pathless = !route.path && !route.index;
      const name = `${part === "action" ? "POST" : "GET"} ${pathless ? `(${id})` : pattern}`;
      const { gate } = door as Gated;
      const all = Object.keys({ ...gate.intents, ...gate.admin?.intents });
      const acts = { ...gate.acts, ...gate.admin?.acts };
      const intents = all.filter((intent) => !acts[intent] || !known.has(acts[intent]));
      for (const act of Object.values(acts)) known.add(act);
      const shared = all.length > 0 && intents.length === 0;
      return [name, { name, pattern, as: gate.as, door: door as unknown as Door["door"], intents, shared }];
    }),
  );
}

/** The outcome of a request, and every byte of the answer. */
export type Answer = { outcome: string; text: string };

const photo = sharp({ create: { width: 24, height: 16, channels: 3, background: "teal" } })
  .jpeg()
  .toBuffer();

/** The request as a browser or an API client sends it. */
export async function requestOf(method: string, ask: Ask, { cookie, token }: Shown): Promise<Request> {
  const url = `http://localhost:3000${ask.to}`;
  const headers: Record<string, string> = { ...(cookie && { cookie }), ...(token && { "access-token": token }) };
  if (method === "GET") return new Request(url, { headers });
  if (ask.file) {
    const form = new FormData();
    for (const [name, value] of Object.entries(ask.form ?? {})) form.set(name, value);
    form.set(ask.file, new File([new Uint8Array(await photo)], "photo.jpg", { type: "image/jpeg" }));
    const draft = new Request(url, { method, body: form });
    const body = await draft.arrayBuffer();
    const sent = { "content-type": draft.headers.get("content-type")!, "content-length": String(body.byteLength) };
    return new Request(url, { method, headers: { ...headers, ...sent }, body });
  }
  if (ask.form) return new Request(url, { method, headers, body: new URLSearchParams(ask.form) });
  const body = JSON.stringify(ask.json ?? {});
  return new Request(url, { method, headers: { ...headers, "content-type": "application/json" }, body });
}

/** Calls a door's loader or action directly, without its layout routes: the answer is its own. */
export async function knockAt(
  door: Pick<Door, "pattern" | "as" | "door"> | undefined,
  method: string,
  ask: Ask,
  shown: Shown,
): Promise<Answer> {
  const request = await requestOf(method, ask, shown);
  const context = { address: anAddress(), requestId: "matrix", ofThisMachine: true };
  if (!door) return answerOf(await serve({ request, params: {}, context }), "anyone");
  const params = paramsOf(door.pattern, new URL(request.url).pathname);
  const answer = (async () => door.door({ request, params, context }))();
  return answerOf(await answer.catch((thrown: unknown) => thrown), door.as);
}

function paramsOf(pattern: string, path: string) {
  const segments = path.split("/");
  const params: Record<string, string> = {};
  for (const [index, step] of pattern.split("/").entries()) {
    const value = segments[index];
    if (step.startsWith(":") && value) params[step.slice(1).replace("?", "")] = decodeURIComponent(value);
    if (step === "*") params["*"] = segments.slice(index).join("/");
  }
  return params;
}

type Data = { data?: unknown; init?: { status?: number; headers?: HeadersInit } | null };

async function answerOf(answer: unknown, as: Gate["as"]): Promise<Answer> {
  if (answer instanceof Error) throw answer;
  if (answer instanceof Response) {
    const text = `${headersOf(answer.headers)}\n${await bodyOf(answer)}`;
    return { outcome: outcomeOf(answer.status, answer.headers, as), text };
  }
  const { data, init } = (answer ?? {}) as Data;
  const headers = new Headers(init?.headers);
  const text = `${headersOf(headers)}\n${JSON.stringify(data ?? answer)}`;
  return { outcome: outcomeOf(init?.status ?? 200, headers, as), text };
}

/** The headers, with the toast cookie decoded; without the way back of a login, which is the caller's own address. */
function headersOf(headers: Headers) {
  const toast = toastOf(headers);
  const shownHeaders = [...headers].filter(([name, value]) => name !== "set-cookie" || !/^\w+_back=/.test(value));
  return [...shownHeaders, ...(toast ? [["toast", JSON.stringify(toast)]] : [])]
    .map((pair) => pair.join(": "))
    .join("\n");
}

function toastOf(headers: Headers) {
  const cookie = headers.getSetCookie().find((each) => /^toast=[^;]/.test(each));
  return cookie === undefined
    ? undefined
    : readToast(new Request("http://localhost", { headers: { cookie: cookie.split(";")[0]! } }));
}

/** The body; of a stream that never ends, its first part. */
async function bodyOf(answer: Response) {
  if (!answer.headers.get("content-type")?.startsWith("text/event-stream")) return await answer.text();
  const reader = answer.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

/** Login pages that an ended session may lead to; the list of admin users leads to the centers' (Q13). */
const logins = [...Object.values(portals).map(({ login }) => login as string), "/login"];
const homes = [...Object.values(portals).map(({ home }) => home as string), "/client-dashboard"];

/** The outcome in a word: a refusal's status, `ok`, or a redirect with its target where that matters. */
function outcomeOf(status: number, headers: Headers, as: Gate["as"]) {
  if (status >= 400) return String(status);
  const to = headers.get("location");
  if (!to) return "ok";
  const bad = toastOf(headers)?.kind === "bad";
  // A logout redirects to a login as well, but it also deletes the session's cookie.
  const left = headers.getSetCookie().some((cookie) => /^\w+_session=;/.test(cookie)) && !bad;
  if (logins.includes(to) && as !== "anyone") return left ? "ok" : "login";
  if (homes.includes(to)) return "home";
  return bad ? "bad" : "ok";
}
