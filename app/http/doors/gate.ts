import type { z } from "zod";
import { type Actor, isDesk, need, type Permission } from "#modules/kernel/actor.ts";
import { denied } from "#modules/kernel/errors.ts";
import type { FilesTaken } from "../request/upload.server.ts";
import type { Fresh } from "./fresh.server.ts";
import type { DeclaredLimit } from "./use-limit.server.ts";

/** What an admin needs for a door: a permission, or explicitly none. */
export type AdminNeed = Permission | "any admin";

/** Whose a center's door is: its owner's alone, or also that of the people of its desk. */
export type CenterNeed = "owner" | "desk";

/** Who declares what at their doors. */
export type Needs = { admin: AdminNeed; center: CenterNeed };

export type DoorNeed = Needs[keyof Needs];
const isOfCenter = (wanted: DoorNeed): wanted is CenterNeed => wanted === "owner" || wanted === "desk";

/** Refuses an admin who lacks what a door needs, and a person of a desk where it is not open to desks; others pass. */
export function needAt(actor: Actor, wanted: DoorNeed | undefined) {
  if (isDesk(actor) && wanted !== "desk") throw denied("deskLogin.ownersAlone");
  if (wanted && isOfCenter(wanted)) return;
  if (actor.kind === "admin" && wanted && wanted !== "any admin") need(actor, wanted);
}

/** Who may pass a door of the web: a portal's session, anyone, or a caller that signs its request. */
export type Gate = {
  as: "anyone" | "center" | "admin" | "onboarder" | "technician" | "signed";
  can?: DoorNeed | undefined;
  /** How often one actor may load a page or a resource, or why it has no limit. */
  limit?: DeclaredLimit | undefined;
  /** That it is a resource (a file, a stream, JSON); without it, and without intents, it is a page or made by hand. */
  reads?: "resource";
  /** What an admin needs for each intent of an action, and whose a center's is. */
  intents?: Record<string, DoorNeed | undefined>;
  /** The intents themselves: one that several pages' actions share is one door. */
  acts?: Readonly<Record<string, object>>;
  /** How often one actor may send each intent, or why it has no limit. */
  limits?: Record<string, DeclaredLimit | undefined>;
  /** How each intent of an action is made idempotent, or why it needs no key. */
  once?: Record<string, string | undefined>;
  /** The gate for admins at the same address. */
  admin?: Gate;
  /** The schemas of its input: its `query`, or the input of each intent by its name. */
  schemas?: Record<string, z.ZodType>;
  /** The files each intent of an action accepts. */
  files?: Record<string, FilesTaken | undefined>;
  /** How lately an admin must have given password and code for each intent, or why it does not matter. */
  fresh?: Record<string, Fresh | undefined>;
  /** Whether the page, or which of its intents, is open to an admin who has yet to set up the second factor. */
  toSetUp?: boolean | readonly string[];
  /** The route's pattern, written here at boot for logs and metrics. */
  pattern?: string;
};

export type Gated = { gate: Gate };

type RouteModule = { loader?: unknown; action?: unknown; default?: unknown };
export type RouteTable = Record<
  string,
  { id: string; parentId?: string | undefined; path?: string | undefined; module: RouteModule } | undefined
>;

export const isGated = (door: unknown): door is Gated => typeof door === "function" && "gate" in door;

/** Every door of the routes with its gate, for the boot check and for the access tests. */
export function doorsOf(routes: RouteTable) {
  return Object.values(routes).flatMap((route) => {
    if (!route) return [];
    const { loader, action, default: component } = route.module;
    const pattern = patternOf(routes, route.id);
    return [
      { id: route.id, pattern, door: loader, part: "loader", needed: Boolean(loader || component) },
      { id: route.id, pattern, door: action, part: "action", needed: Boolean(action) },
    ].filter(({ needed }) => needed);
  });
}

/**
 * H15: refuses to boot while a page, resource or form does not declare who may pass, what an admin needs, whose a center's is, how lately that one
 * must have given the password, how often a public page, a resource or a form may be asked for, and how a form is made
 * idempotent; writes each route's pattern into its gate. Calls declare the same in their own table
 * (call.server.ts).
 */
export function assertDeclared(routes: RouteTable) {
  const open: string[] = [];
  for (const { id, pattern, door, part } of doorsOf(routes)) {
    const silent = isGated(door) ? undeclared(door.gate) : ["who may pass"];
    if (isGated(door)) door.gate.pattern = pattern;
    open.push(...silent.map((what) => `${id} (${pattern}): its ${part} does not declare ${what}`));
  }
  if (open.length > 0) throw new Error(`Undeclared routes:\n  ${open.join("\n  ")}`);
}

function undeclared({ as, can, limit, reads, intents, limits, once, fresh, admin }: Gate): string[] {
  const silent = as === "admin" && !intents && !can ? ["which permission an admin needs"] : [];
  if (as === "center" && !intents && !can) silent.push("whether it is open to a center's desk");
  const open = as === "anyone" || as === "signed";
  if (!intents && (open || reads === "resource") && !limit)
    silent.push("how often it may be loaded, or why there is no limit");
  for (const [name, wanted] of Object.entries(intents ?? {})) {
    if (as === "admin" && !wanted) silent.push(`which permission an admin needs to ${name}`);
    if (as === "center" && !wanted) silent.push(`whether a center's desk may ${name}`);
    if (as === "admin" && !isDeclared(fresh?.[name]))
      silent.push(`how lately an admin must have given the password to ${name}, or why it does not matter`);
    if (!limits?.[name]) silent.push(`how often one may ${name}, or why there is no limit`);
    if (!once?.[name]) silent.push(`how ${name} is done once, or why it needs no key`);
  }
  return [...silent, ...(admin ? undeclared(admin) : [])];
}

/** Whether a door says what it needs: a kind, or none with a sentence that says why. */
export const isDeclared = (fresh: Fresh | undefined) =>
  typeof fresh === "object" ? fresh.none !== "" : Boolean(fresh);

function patternOf(routes: RouteTable, id: string): string {
  const route = routes[id];
  if (!route) return "";
  const above = route.parentId ? patternOf(routes, route.parentId) : "";
  return route.path ? `${above.replace(/\/$/, "")}/${route.path}` : above || "/";
}
