import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { z } from "zod";
import { env } from "#modules/kernel/env.server.ts";
import type { Caller } from "./world.ts";

/*
 * Everything that can be requested: each operation of the product's OpenAPI document, and each page, file and form of
 * the build with the schemas of its gate.
 */

export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  format?: string;
  maxLength?: number;
};

export type Door = {
  name: string;
  kind: "call" | "page" | "form";
  method: string;
  /** The path, with `{name}` for parameters. */
  path: string;
  /** The fields of the query for a page or GET call, else of the body. */
  fields: Schema;
  file?: string | undefined;
  /** The callers who pass the gate. */
  callers: Caller[];
};

type Operation = {
  description: string;
  parameters: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

const admins: Caller[] = ["super", "role", "client"];
const callersOf = (kinds: string[]): Caller[] =>
  kinds.flatMap((kind): Caller[] =>
    kind === "admin" ? admins : kind === "anyone" || kind === "signed" ? ["nobody", "visitor"] : [kind as Caller],
  );

/** The operations of the OpenAPI document that a web process serves. */
export async function callsOf(web: string): Promise<Door[]> {
  const { paths } = (await (await fetch(`${web}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, { description, parameters, requestBody }]): Door => {
      const content = requestBody?.content ?? {};
      const inQuery = parameters.filter((parameter) => parameter.in === "query");
      const body = content["application/json"]?.schema ?? content["multipart/form-data"]?.schema;
      const { [fileOf(body) ?? ""]: _file, ...properties } = body?.properties ?? {};
      const queryFields = Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]));
      return {
        name: `${method.toUpperCase()} /api${route}`,
        kind: "call",
        method: method.toUpperCase(),
        path: `/api${route}`,
        fields: { type: "object", properties: { ...queryFields, ...properties } },
        file: fileOf(body),
        callers: callersOf(/For: ([^;]*)/.exec(description)![1]!.split(", ")),
      };
    }),
  );
}

const fileOf = (body: Schema | undefined) =>
  Object.entries(body?.properties ?? {}).find(([, { format }]) => format === "binary")?.[0];

/** The sandbox emulates the outside world and does not exist in production. */
const left = (pattern: string) => /^\/(sandbox|api)\/\*$/.test(pattern);

/** What a door of the build declares. */
type Gate = { as: string; schemas?: Record<string, z.ZodType>; intents?: Record<string, unknown>; admin?: Gate };
type Gated = { gate: Gate };

/** The build's pages, files and forms. */
export async function pagesOf(): Promise<Door[]> {
  const { routes } = (await import(pathToFileURL(path.join(env.root, "build/server/index.js")).href)) as ServerBuild;
  const frames = new Set(Object.values(routes).map((route) => route?.parentId));
  return Object.keys(routes).flatMap((id): Door[] => {
    const pattern = patternOf(routes, id);
    if (left(pattern) || frames.has(id)) return [];
    const { loader, action } = routes[id]!.module as { loader?: Gated; action?: Gated };
    return [
      ...(loader ? [{ ...doorAt(pattern, loader), name: `GET ${pattern}`, kind: "page" as const, method: "GET" }] : []),
      ...(action ? formsAt(pattern, action) : []),
    ];
  });
}

function patternOf(routes: ServerBuild["routes"], id: string): string {
  const route = routes[id];
  if (!route) return "";
  const above = route.parentId ? patternOf(routes, route.parentId) : "";
  return route.path ? `${above.replace(/\/$/, "")}/${route.path}` : above || "/";
}

const doorAt = (pattern: string, { gate: { as, schemas, admin } }: Gated) => ({
  path: pattern.replace(/:(\w+)\??/g, "{$1}").replace("*", "{rest}"),
  fields: described(schemas?.query),
  callers: [...callersOf([as]), ...(admin ? admins : [])],
});

/** One door for each intent of a page's forms. */
const formsAt = (pattern: string, action: Gated): Door[] =>
  Object.keys({ ...(action.gate.intents ?? { "": undefined }), ...action.gate.admin?.intents }).map((intent) => {
    const fields = described(action.gate.schemas?.[intent]);
    const properties = { ...fields.properties, ...(intent && { intent: { const: intent } }), once: { type: "string" } };
    const formDoor = { name: `POST ${pattern} ${intent}`, kind: "form" as const, method: "POST" };
    return { ...doorAt(pattern, action), ...formDoor, fields: { ...fields, properties } };
  });

const described = (schema: z.ZodType | undefined): Schema =>
  schema ? (z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as Schema) : { type: "object" };
