import { data } from "@remix-run/node";
import type { z } from "zod";
import { type Actor, type ActorKind, type ActorOf, need, type Permission, system } from "#modules/kernel/actor.ts";
import { unitOfWork } from "#modules/kernel/db.server.ts";
import { DomainError, invalid, missing } from "#modules/kernel/errors.ts";
import type { MessageKey, MessageParams } from "#modules/kernel/messages/index.ts";
import { readCookie } from "./cookies.server.ts";
import { type Door, type DoorArgs, know, type LoadContext, openDoor } from "./door.server.ts";
import { type FormValue, parseFields, readForm, shownAgain } from "./form.server.ts";
import { type Effect, type FormOnce, onceByKey, takeKey } from "./form-once.server.ts";
import type { Gate, Gated } from "./gate.ts";
import { type ActionResult, refusedForm, refusedPage, refusedResource } from "./refusal.server.ts";
import { actorIfAny, actorOf, anyoneOf, type Portal, portals } from "./session.server.ts";

/*
 * The doors of the web: every loader and action is made by one of these and by nothing else (assertDeclared refuses
 * to boot otherwise). A door opens one unit of work, finds out who is asking, admits or refuses, parses the input
 * with its schema and translates refusals; what the page means is one call to a module.
 */

type As = "anyone" | Portal;
type Asking<A extends As> = ActorOf<A & ActorKind>;
type Answer<T> = T | Response | Promise<T | Response>;

type PageOptions<S extends z.ZodType> = {
  /** The schema of the query and the path's parameters together; a path's parameter wins. */
  query?: S;
  can?: Permission;
  /** On public pages: send whoever is signed in at this portal to its start page (R005, R008). */
  guard?: Portal;
};

type PageLoader<T> = ((args: DoorArgs) => Promise<Exclude<T, Response>>) & Gated;
type Resource = ((args: DoorArgs) => Promise<Response>) & Gated;

/** One thing a page's forms can do; the form's `intent` field chooses it. */
type Intent<A extends As, S extends z.ZodType> = {
  can?: Permission;
  /** Before parsing: keep uploaded files and put their ids among the fields, so that a refusal does not lose them. */
  prepare?: (actor: Asking<A>, fields: Map<string, FormValue[]>, door: Door) => Promise<void>;
  input?: S;
  run: (actor: Asking<A>, input: z.output<S>, door: Door) => unknown;
  /** Creates something or moves money: how it is done once, however often its form is sent. */
  once?: FormOnce;
  /** Why it needs no key. */
  unkeyed?: string;
  /** The sentence said on the next page. */
  say?: MessageKey;
  sayParams?: (result: never) => MessageParams;
  /** Where success leads (303); without it, and with `say`, back to the same page. */
  to?: string | ((input: z.output<S>, door: Door) => string);
};

type Intents<A extends As, M extends Record<string, z.ZodType>> = { [K in keyof M]: Intent<A, M[K]> };
type PageAction = ((args: DoorArgs) => Promise<ActionResult>) & Gated;

type PageMaker<A extends As> = {
  <T>(run: (actor: Asking<A>, input: Record<string, never>, door: Door) => Answer<T>): PageLoader<T>;
  <T, S extends z.ZodType>(
    options: PageOptions<S>,
    run: (actor: Asking<A>, input: z.output<S>, door: Door) => Answer<T>,
  ): PageLoader<T>;
};

type ResourceMaker<A extends As> = {
  (run: (actor: Asking<A>, input: Record<string, never>, door: Door) => Response | Promise<Response>): Resource;
  <S extends z.ZodType>(
    options: PageOptions<S>,
    run: (actor: Asking<A>, input: z.output<S>, door: Door) => Response | Promise<Response>,
  ): Resource;
};

type ActionMaker<A extends As> = <M extends Record<string, z.ZodType>>(intents: Intents<A, M>) => PageAction;

type AnyRun = (actor: never, input: never, door: Door) => unknown;

/** Loaders of pages anyone may open. */
export const publicPage = page("anyone");
/** Actions of pages anyone may send. */
export const publicActions = actions("anyone");
/** Files, streams and JSON anyone may ask for; the answer is a Response. */
export const publicResource = resource("anyone");

/** Loaders of the center console; without a session to `/` (R004). */
export const centerPage = page("center");
export const centerActions = actions("center");
export const centerResource = resource("center");

/** Loaders of the admin console; `can` is the permission; without a session to `/admin-login` (R007). */
export const adminPage = page("admin");
export const adminActions = actions("admin");

/** Loaders of the onboarder console; without a session to `/center-onboard-login` (R006). */
export const onboarderPage = page("onboarder");
export const onboarderActions = actions("onboarder");

/** A call proved by its own signature (webhooks, the gateway's return): `run` checks it; no cookie is read. */
export function signedResource(
  name: string,
  run: (door: Door, actor: ActorOf<"system">) => Promise<Response>,
): Resource {
  return declared({ as: "signed" }, async (args) => {
    const door = openDoor(args);
    try {
      return sealed(await unitOfWork(() => run(door, system(name))), door);
    } catch (error) {
      return refusedResource(error, door);
    }
  });
}

/**
 * One address that a portal shares with the admin's desk (R009): asked for with the query parameter `by`, whoever
 * carries an admin's cookie passes the admin's door, and everybody else the portal's.
 */
export function sharedWithAdmin<P extends PageLoader<unknown> | PageAction, A extends P | PageLoader<unknown>>({
  by,
  portal,
  admin,
}: {
  by: string;
  portal: P;
  admin: A;
}) {
  const intents = portal.gate.intents && { ...portal.gate.intents, ...admin.gate.intents };
  const once = portal.gate.once && { ...portal.gate.once, ...admin.gate.once };
  const theirs = ({ request }: DoorArgs) =>
    new URL(request.url).searchParams.get(by) && readCookie(request, portals.admin.cookie);
  return declared({ ...portal.gate, intents, once }, (args) => (theirs(args) ? admin(args) : portal(args))) as Gated &
    ((args: DoorArgs) => ReturnType<P> | ReturnType<A>);
}

/**
 * A door written by hand, for what fits none of the others (the API's table, the root). It is open to anyone, because
 * nobody is asked here: a door for a portal's session is made by that portal's makers, which look at the session.
 */
export const gated = <F extends (args: DoorArgs) => unknown>(gate: { as: "anyone" }, run: F) => declared(gate, run);

function declared<F extends (args: DoorArgs) => unknown>(gate: Gate, run: F): F & Gated {
  const door = (args: DoorArgs) => {
    know((args.context ?? {}) as LoadContext, gate.pattern);
    return run(args);
  };
  return Object.assign(door as F, { gate });
}

function page<A extends As>(as: A): PageMaker<A> {
  const make = (first: PageOptions<z.ZodType> | AnyRun, second?: AnyRun) => {
    const [options, run] = optionsAndRun(first, second);
    return declared({ as, can: options.can }, async (args) => {
      const door = openDoor(args);
      if (as !== "anyone") door.headers.set("cache-control", "private, no-store");
      try {
        const result = await unitOfWork(async () => {
          await guard(options.guard, door);
          const actor = await door.once(`who ${as}`, () => who(as, door));
          if (options.can) need(actor, options.can);
          return run(actor as never, queryOf(options.query, door) as never, door);
        });
        return result instanceof Response ? sealed(result, door) : data(result ?? null, { headers: door.headers });
      } catch (error) {
        throw refusedPage(error, door, as === "anyone" ? undefined : as);
      }
    });
  };
  return make as unknown as PageMaker<A>;
}

function resource<A extends As>(as: A): ResourceMaker<A> {
  const make = (first: PageOptions<z.ZodType> | AnyRun, second?: AnyRun) => {
    const [options, run] = optionsAndRun(first, second);
    return declared({ as, can: options.can }, async (args) => {
      const door = openDoor(args);
      try {
        const answer = await unitOfWork(async () => {
          const actor = await admit(as, options.can, door);
          return run(actor as never, queryOf(options.query, door) as never, door);
        });
        return sealed(answer as Response, door);
      } catch (error) {
        return refusedResource(error, door);
      }
    });
  };
  return make as unknown as ResourceMaker<A>;
}

function actions<A extends As>(as: A): ActionMaker<A> {
  return <M extends Record<string, z.ZodType>>(intents: Intents<A, M>) => {
    const table = intents as unknown as Record<string, Intent<"anyone", z.ZodType> | undefined>;
    const permissions = Object.fromEntries(Object.entries(table).map(([name, intent]) => [name, intent?.can]));
    const once = Object.fromEntries(
      Object.entries(table).map(([name, intent]) => [name, intent?.once ?? intent?.unkeyed]),
    );
    const portal = as === "anyone" ? undefined : (as as Portal);
    return declared({ as, intents: permissions, once }, async (args) => {
      const door = openDoor(args);
      // Who asks is settled before a byte of the form is read.
      return unitOfWork(async () => {
        const shown = { intent: "", values: {} };
        let discard = async () => {};
        try {
          const actor = await admit(as, undefined, door);
          const form = await readForm(door.request);
          discard = form.discard;
          shown.intent = chosen(table, form.fields.get("intent")?.at(-1));
          const key = takeKey(form.fields);
          shown.values = shownAgain(form.fields);
          const intent = table[shown.intent]!;
          if (intent.can) need(actor, intent.can);
          form.fields.delete("intent");
          for (const [name, value] of Object.entries(door.params)) if (value) form.fields.set(name, [value]);
          const act = async (effect: Effect = (work) => work()) => {
            if (intent.prepare) {
              try {
                await intent.prepare(actor as never, form.fields, door);
              } finally {
                // What was kept before another file was refused is not asked for again.
                shown.values = shownAgain(form.fields);
              }
            }
            const input = intent.input ? parseFields(intent.input, form.fields) : {};
            const result = await effect(async () => intent.run(actor as never, input as never, door));
            return done(result, input, intent, door, shown);
          };
          if (!intent.once || !key) return await act();
          return await onceByKey({ actor, intent: shown.intent, key, how: intent.once, door, act });
        } catch (error) {
          if (error instanceof Response) return sealed(error, door);
          return refusedForm(error, door, portal, shown);
        } finally {
          await discard();
        }
      });
    }) as unknown as PageAction;
  };
}

const optionsAndRun = (first: PageOptions<z.ZodType> | AnyRun, second?: AnyRun) =>
  typeof first === "function" ? ([{} as PageOptions<z.ZodType>, first] as const) : ([first, second!] as const);

async function guard(portal: Portal | undefined, door: Door) {
  if (portal && (await actorIfAny(portal, door.request))) throw door.go(portals[portal].home);
}

async function admit(as: As, permission: Permission | undefined, door: Door): Promise<Actor> {
  const actor = await who(as, door);
  if (permission) need(actor, permission);
  return actor;
}

const who = (as: As, { request, address }: Door): Promise<Actor> =>
  as === "anyone" ? anyoneOf(request, address) : actorOf(as, request);

/** What a page is asked for; an address with an id that cannot be one (`error.notFound`) leads nowhere. */
function queryOf(schema: z.ZodType | undefined, { url, params }: Door) {
  if (!schema) return {};
  const fields = new Map<string, string[]>();
  for (const [name, value] of url.searchParams) fields.set(name, [...(fields.get(name) ?? []), value]);
  for (const [name, value] of Object.entries(params)) if (value !== undefined) fields.set(name, [value]);
  try {
    return parseFields(schema, fields);
  } catch (error) {
    const wrong = error instanceof DomainError ? Object.values(error.fields ?? {}) : [];
    throw wrong.includes("error.notFound") ? missing("error.notFound") : error;
  }
}

/** The intent a form asks for; a page with a single one needs no `intent` field. */
function chosen(table: Record<string, unknown>, name: unknown) {
  const names = Object.keys(table);
  const intent = typeof name === "string" ? name : names.length === 1 ? names[0]! : "";
  if (!names.includes(intent)) throw invalid("error.method");
  return intent;
}

function done(
  result: unknown,
  input: unknown,
  intent: Intent<"anyone", z.ZodType>,
  door: Door,
  shown: { intent: string; values: Record<string, string | string[]> },
) {
  if (result instanceof Response) return sealed(result, door);
  if (intent.say) door.toast(intent.say, intent.sayParams?.(result as never));
  if (!intent.to && !intent.say) return data({ ...shown, result } satisfies ActionResult, { headers: door.headers });
  return door.go(typeof intent.to === "function" ? intent.to(input, door) : (intent.to ?? here(door)));
}

const here = ({ url }: Door) => url.pathname + url.search;

/** A Response of the page's own, with the cookies and headers the door collected. */
function sealed(answer: Response, door: Door) {
  const had = new Set(answer.headers.getSetCookie());
  for (const [name, value] of door.headers) {
    if (name === "set-cookie") had.has(value) || answer.headers.append(name, value);
    else if (!answer.headers.has(name)) answer.headers.set(name, value);
  }
  return answer;
}
