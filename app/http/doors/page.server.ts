import { data } from "@remix-run/node";
import type { z } from "zod";
import { needSetUp } from "#modules/access/index.ts";
import { type Actor, type ActorKind, type ActorOf, system } from "#modules/kernel/actor.ts";
import { unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { MessageKey, MessageParams } from "#modules/messages/index.ts";
import { readCookie } from "../request/cookies.server.ts";
import { type Door, type DoorArgs, know, type LoadContext, openDoor } from "../request/door.server.ts";
import { type FilesTaken, type FormValue, parseFields, readForm } from "../request/form.server.ts";
import type { About } from "../request/toast.server.ts";
import { actorIfAny, actorOf, anyoneOf, type Portal, portals } from "../session/session.server.ts";
import { type Effect, type FormOnce, onceByKey, takeKey } from "./form-once.server.ts";
import { confirmForm, type DeclaredFresh, type Fresh, freshNeed, stepUpOf, takeConfirmation } from "./fresh.server.ts";
import { type DoorNeed, type Gate, type Gated, type Needs, needAt } from "./gate.ts";
import { isMadeForAll, queryOf } from "./page-query.server.ts";
import {
  type ActionResult,
  againWith,
  isSignedOut,
  refusedForm,
  refusedPage,
  refusedResource,
  toLogin,
} from "./refusal.server.ts";
import { chosen, type Shown, sentForm } from "./sent-form.server.ts";
import { forgetRefusedHere, shownAgain, takeSearch, takeTaken, withCurrentValue } from "./stored-form.server.ts";
import { countAsk, type DeclaredLimit } from "./use-limit.server.ts";
import { pageAfterLogin } from "./way-back.server.ts";

/*
 * The doors of the web: every loader and action is made by one of these makers (assertDeclared refuses to boot
 * otherwise). A door opens one unit of work, finds the actor, admits or refuses, parses the input with its schema and
 * translates refusals; the page's own work is one call to a module.
 */

type As = "anyone" | Portal;
type Asking<A extends As> = ActorOf<A & ActorKind>;
type Answer<T> = T | Response | Promise<T | Response>;

/** A door for admins declares what they need, a center's whether it is its owner's alone; nobody else has permissions. */
type Admission<A extends As> = A extends keyof Needs ? { can: Needs[A] } : { can?: never };

/** An intent of admins declares how lately they must have given their password; nobody else gives one again. */
type Freshness<A extends As, S extends z.ZodType> = A extends "admin"
  ? { fresh: Fresh; moves?(input: z.output<S>): Promise<number> }
  : { fresh?: never };

type PageOptions<S extends z.ZodType> = {
  /** The schema of the query and the path's parameters together; of one name, the path's parameter wins. */
  query?: S;
  can?: DoorNeed;
  /** On public pages: redirects a visitor who is signed in at this portal to its start page (R005, R008). */
  guard?: Portal;
  /** On admin pages: also open to an admin who has yet to set up the second factor. */
  toSetUp?: boolean;
  /** How often one actor may load it, or why it has no limit; public pages and resources declare it. */
  limit?: DeclaredLimit;
  /**
   * On public pages: whether what it shows is the same for everybody who reads the same language, so that it is made
   * once. `run` is then called for the first reader alone, and may look at neither the caller nor the address.
   */
  same?: (input: z.output<S>) => boolean;
};

/** Public pages declare a limit; a portal's pages are for people who signed in. */
type LimitOfPage<A extends As> = A extends "anyone" ? { limit: DeclaredLimit } : { limit?: never };

type PageLoader<T> = ((args: DoorArgs) => Promise<Exclude<T, Response>>) & Gated;
type Resource = ((args: DoorArgs) => Promise<Response>) & Gated;

/** One thing a page's forms can do; the form's `intent` field chooses it. */
type Intent<A extends As, S extends z.ZodType> = Admission<A> &
  Freshness<A, S> & {
    /** How often one actor may send it, or why it has no limit. */
    limit: DeclaredLimit;
    /** Runs before parsing: stores uploaded files and puts their ids among the fields, so that a refusal keeps them. */
    prepare?: (actor: Asking<A>, fields: Map<string, FormValue[]>, door: Door) => Promise<void>;
    input?: S;
    /** The files its form may bring, for `prepare` to store; without this a form may bring none. */
    files?: FilesTaken;
    run: (actor: Asking<A>, input: z.output<S>, door: Door) => unknown;
    /** For intents that create something or move money: how one form is done only once, however often it is sent. */
    once?: FormOnce;
    /** For intents without `once`: why they need no key. */
    unkeyed?: string;
    /** Asks for password and code each time, however fresh the session is. */
    everyTime?: boolean;
    /** On admin forms: open to an admin who has yet to set up the second factor. */
    toSetUp?: boolean;
    /** The specified sentence of a failure, which stands before its reason. */
    failed?: MessageKey;
    /** The toast shown on the next page. */
    say?: MessageKey;
    sayParams?: (result: never) => MessageParams;
    /** What the toast speaks of, as a link; nothing where the next page is about it anyway. */
    about?: (result: never, door: Door) => About | undefined;
    /** Where success redirects (303); without it, and with `say`, back to the same page. */
    to?: string | ((input: z.output<S>, door: Door) => string);
  };

type Intents<A extends As, M extends Record<string, z.ZodType>> = { [K in keyof M]: Intent<A, M[K]> };
type PageAction = ((args: DoorArgs) => Promise<ActionResult>) & Gated;

type PageMaker<A extends As> = {
  <T>(run: Open<A, (actor: Asking<A>, input: Record<string, never>, door: Door) => Answer<T>>): PageLoader<T>;
  <T, S extends z.ZodType>(
    options: PageOptions<S> & Admission<A> & LimitOfPage<A>,
    run: (actor: Asking<A>, input: z.output<S>, door: Door) => Answer<T>,
  ): PageLoader<T>;
};

/**
 * A door without options; there is none for admins and centers, because each door declares who needs what, and none for
 * the public, because each declares its limit.
 */
type Open<A extends As, F> = A extends keyof Needs | "anyone" ? never : F;

type ResourceMaker<A extends As> = <S extends z.ZodType>(
  options: PageOptions<S> & Admission<A> & { limit: DeclaredLimit },
  run: (actor: Asking<A>, input: z.output<S>, door: Door) => Response | Promise<Response>,
) => Resource;

type ActionMaker<A extends As> = <M extends Record<string, z.ZodType>>(intents: Intents<A, M>) => PageAction;

type AnyRun = (actor: never, input: never, door: Door) => unknown;
type AnyIntent = Omit<Intent<"anyone", z.ZodType>, "can" | "fresh"> & DeclaredFresh<unknown> & { can?: DoorNeed };

/** Makes loaders of pages anyone may open. */
export const publicPage = page("anyone");
/** Makes actions of pages anyone may send. */
export const publicActions = actions("anyone");
/** Makes resource routes (files, streams, JSON) anyone may ask for; the answer is a Response. */
export const publicResource = resource("anyone");

/** Makes loaders of the center console; without a session they redirect to `/` (R004). */
export const centerPage = page("center");
export const centerActions = actions("center");
export const centerResource = resource("center");

/** Makes loaders of the admin console; `can` is the permission; without a session to `/admin-login` (R007). */
export const adminPage = page("admin");
export const adminActions = actions("admin");
export const adminResource = resource("admin");
/** Declares intents that the actions of several admin pages share. */
export const adminIntents = <M extends Record<string, z.ZodType>>(intents: Intents<"admin", M>) => intents;

/** The same for onboarders, without a session to `/center-onboard-login` (R006), and for technicians, to `/visit`. */
export const onboarderPage = page("onboarder");
export const onboarderActions = actions("onboarder");
export const technicianPage = page("technician");
export const technicianActions = actions("technician");

/**
 * Makes a resource proved by its caller's signature (webhooks, the gateway's return), which `run` checks; no cookies.
 */
export function signedResource(
  name: string,
  run: (door: Door, actor: ActorOf<"system">) => Promise<Response>,
): Resource {
  return declared({ as: "signed", reads: "resource", limit: "Its caller is proved by a signature" }, async (args) => {
    const door = openDoor(args);
    try {
      return sealed(await unitOfWork(() => run(door, system(name))), door);
    } catch (error) {
      return refusedResource(error, door);
    }
  });
}

/**
 * Makes one address serve a portal and the admin console (R009): a request with the query parameter `by` and an admin
 * cookie passes the admin's door, every other one the portal's.
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
  const schemas = { ...portal.gate.schemas };
  for (const [name, schema] of Object.entries(admin.gate.schemas ?? {}))
    schemas[name in schemas ? `admin ${name}` : name] = schema;
  const isForAdmin = ({ request }: DoorArgs) =>
    new URL(request.url).searchParams.get(by) && readCookie(request, portals.admin.cookie);
  return declared({ ...portal.gate, admin: admin.gate, schemas }, (args) =>
    isForAdmin(args) ? admin(args) : portal(args),
  ) as Gated & ((args: DoorArgs) => ReturnType<P> | ReturnType<A>);
}

/**
 * Declares a door written by hand, for what fits no maker (the API's table, the root). It is open to anyone, because it
 * does not look at sessions; a door that needs a portal's session is made by that portal's makers.
 */
export const gated = <F extends (args: DoorArgs) => unknown>(gate: { as: "anyone"; limit: DeclaredLimit }, run: F) =>
  declared(gate, run);

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
    const { can, limit, toSetUp = false } = options;
    const gate: Gate = { as, can, limit, schemas: read(options.query), toSetUp };
    return declared(gate, async (args) => {
      const door = openDoor(args);
      if (as !== "anyone") door.headers.set(...forNobodyToKeep);
      try {
        const result = await unitOfWork(async () => {
          await guard(options.guard, door);
          const actor = await door.once(`who ${as}`, () => who(as, door));
          if (!toSetUp) needSetUp(actor);
          needAt(actor, can);
          if (limit) await countAsk(limit, actor, door.address);
          const input = queryOf(options.query, door) as never;
          if (options.same?.(input) && isMadeForAll(args, gate, door)) return null;
          return run(actor as never, input, door);
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
  const make = (options: PageOptions<z.ZodType> & { limit: DeclaredLimit }, run: AnyRun) => {
    const { can, limit } = options;
    const gate: Gate = { as, can, limit, reads: "resource", schemas: read(options.query) };
    return declared(gate, async (args) => {
      const door = openDoor(args);
      if (as !== "anyone") door.headers.set(...forNobodyToKeep);
      try {
        const answer = await unitOfWork(async () => {
          const actor = await admit(as, can, door);
          await countAsk(limit, actor, door.address);
          return run(actor as never, queryOf(options.query, door) as never, door);
        });
        return sealed(answer as Response, door);
      } catch (error) {
        return refusedResource(error, door, as === "anyone" ? undefined : as);
      }
    });
  };
  return make as unknown as ResourceMaker<A>;
}

function actions<A extends As>(as: A): ActionMaker<A> {
  return <M extends Record<string, z.ZodType>>(intents: Intents<A, M>) => {
    const table = intents as unknown as Record<string, AnyIntent>;
    const each = <T>(of: (intent: AnyIntent) => T) =>
      Object.fromEntries(Object.entries(table).map(([name, intent]) => [name, of(intent)]));
    const inputs = Object.entries(table).flatMap(([name, { input }]) => (input ? [[name, input]] : []));
    const gate = {
      as,
      intents: each(({ can }) => can),
      acts: table,
      limits: each(({ limit }) => limit),
      once: each(({ once, unkeyed }) => once ?? unkeyed),
      fresh: each(({ fresh }) => fresh),
      files: each(({ files }) => files),
      schemas: Object.fromEntries(inputs),
      toSetUp: Object.keys(table).filter((name) => table[name]?.toSetUp),
    };
    const takesFiles = Object.values(gate.files).some(Boolean);
    const portal = as === "anyone" ? undefined : (as as Portal);
    return declared(gate, async (args) => {
      const door = openDoor(args);
      if (as !== "anyone") door.headers.set(...forNobodyToKeep);
      // The actor is known before a byte of the form is read; so is whose session was over.
      return unitOfWork(async () => {
        const shown: Shown = { intent: "", values: {} };
        let discard = async () => {};
        try {
          const actor = await who(as, door);
          if (gate.toSetUp.length === 0) needSetUp(actor);
          // Our forms send the intent before the files, so that a file is accepted or refused when it arrives.
          const filesOf = (before: Map<string, FormValue[]>) => {
            const intent = table[chosen(table, before.get("intent")?.at(-1))];
            if (!intent?.toSetUp) needSetUp(actor);
            needAt(actor, intent?.can);
            return intent?.files;
          };
          const taking = takesFiles ? { files: filesOf, actor, address: door.address } : undefined;
          const form = await readForm(door.request, taking);
          discard = form.discard;
          shown.intent = chosen(table, form.fields.get("intent")?.at(-1));
          const key = takeKey(form.fields);
          const confirmation = takeConfirmation(form.fields);
          const taken = takeTaken(form.fields);
          const searches = takeSearch(form.fields);
          shown.values = shownAgain(form.fields);
          const intent = table[shown.intent]!;
          if (!intent.toSetUp) needSetUp(actor);
          needAt(actor, intent.can);
          await countAsk(intent.limit, actor, door.address);
          if (intent.failed) shown.failed = intent.failed;
          form.fields.delete("intent");
          for (const [name, value] of Object.entries(door.params)) if (value) form.fields.set(name, [value]);
          const prepare = async () => {
            if (!intent.prepare) return;
            try {
              await intent.prepare(actor as never, form.fields, door);
            } finally {
              // Files stored before another file was refused are not asked for again.
              shown.values = shownAgain(form.fields);
            }
          };
          if (searches) {
            await prepare();
            return await againWith(shown, door);
          }
          if (taken) {
            await prepare();
            return await againWith(await withCurrentValue(taken, shown.values, door), door);
          }
          const act = async (effect: Effect = (work) => work()) => {
            await prepare();
            const input = intent.input ? parseFields(intent.input, form.fields) : {};
            const kind = await freshNeed(intent, input);
            if (kind) shown.confirm = stepUpOf(actor, kind, intent.everyTime ?? false);
            if (shown.confirm) {
              await confirmForm(actor, confirmation, door);
              if (!intent.everyTime) shown.confirm = undefined;
            }
            const result = await effect(async () => intent.run(actor as never, input as never, door));
            return done(result, input, intent, door, shown);
          };
          const answer =
            intent.once && key
              ? await onceByKey({ actor, intent: shown.intent, key, how: intent.once, door, act })
              : await act();
          await forgetRefusedHere(door);
          return answer;
        } catch (error) {
          if (error instanceof Response) return sealed(error, door);
          if (portal && isSignedOut(error))
            throw toLogin(door, portal, await pageAfterLogin(door, portal, () => sentForm(table, shown, door.request)));
          return await refusedForm(error, door, portal, shown);
        } finally {
          await discard();
        }
      });
    }) as unknown as PageAction;
  };
}

/** Answers of portal doors are personal and never cached; a file response may set its own cache header. */
const forNobodyToKeep = ["cache-control", "private, no-store"] as const;

const optionsAndRun = <O extends PageOptions<z.ZodType>>(first: O | AnyRun, second?: AnyRun) =>
  typeof first === "function" ? ([{} as O, first] as const) : ([first, second!] as const);

const read = (query: z.ZodType | undefined): Record<string, z.ZodType> => (query ? { query } : {});

async function guard(portal: Portal | undefined, door: Door) {
  if (portal && (await actorIfAny(portal, door.request))) throw door.go(portals[portal].home);
}

async function admit(as: As, wanted: DoorNeed | undefined, door: Door): Promise<Actor> {
  const actor = await who(as, door);
  needSetUp(actor);
  needAt(actor, wanted);
  return actor;
}

/** Finds the actor, including an admin who has yet to set up the second factor: each door decides about that one. */
const who = (as: As, { request, address }: Door): Promise<Actor> =>
  as === "anyone" ? anyoneOf(request, address) : actorOf(as, request, { toSetUp: true });

function done(result: unknown, input: unknown, intent: AnyIntent, door: Door, shown: Shown) {
  if (result instanceof Response) return sealed(result, door);
  if (intent.say)
    door.toast(intent.say, intent.sayParams?.(result as never), "good", {
      about: intent.about?.(result as never, door),
    });
  if (!intent.to && !intent.say) return data({ ...shown, result } satisfies ActionResult, { headers: door.headers });
  return door.go(typeof intent.to === "function" ? intent.to(input, door) : (intent.to ?? door.here));
}

/** Adds the cookies and headers the door collected to a Response made by the page. */
function sealed(answer: Response, door: Door) {
  const had = new Set(answer.headers.getSetCookie());
  for (const [name, value] of door.headers) {
    if (name === "set-cookie") had.has(value) || answer.headers.append(name, value);
    else if (!answer.headers.has(name)) answer.headers.set(name, value);
  }
  return answer;
}
