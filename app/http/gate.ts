import type { Permission } from "#modules/kernel/actor.ts";

/** Who may pass a door of the web: a portal's session, anyone, or a caller that signs what it sends. */
export type Gate = {
  as: "anyone" | "center" | "admin" | "onboarder" | "signed";
  can?: Permission | undefined;
  /** Permission of each intent of an action. */
  intents?: Record<string, Permission | undefined>;
  /** How each intent of an action is done once, or why it needs no key. */
  once?: Record<string, string | undefined>;
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

/** Every door of the routes with its gate, for the boot check and for the test of all actors. */
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

/** Refuse to boot while a page or call does not say who may pass; writes each pattern into its gate. */
export function assertDeclared(routes: RouteTable) {
  const open: string[] = [];
  for (const { id, pattern, door, part } of doorsOf(routes)) {
    if (isGated(door)) door.gate.pattern = pattern;
    else open.push(`${id} (${pattern}): its ${part} does not declare who may pass`);
  }
  if (open.length > 0) throw new Error(`Undeclared routes:\n  ${open.join("\n  ")}`);
}

function patternOf(routes: RouteTable, id: string): string {
  const route = routes[id];
  if (!route) return "";
  const above = route.parentId ? patternOf(routes, route.parentId) : "";
  return route.path ? `${above.replace(/\/$/, "")}/${route.path}` : above || "/";
}
