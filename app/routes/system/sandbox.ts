import { gated } from "#app/http/doors/page.server.ts";
import { bodyBytes } from "#app/http/request/body.ts";
import type { DoorArgs, LoadContext } from "#app/http/request/door.server.ts";
import { localeOf } from "#app/http/request/locale.server.ts";
import { handlePeople } from "#modules/demo/index.ts";
import { env } from "#modules/kernel/env.server.ts";
import { say } from "#modules/messages/index.ts";
import { handleSandbox } from "#modules/sandbox/index.ts";

const limit = "It answers this machine alone";

/**
 * The emulated providers, their outbox, the page that shows both, and more demo people, for this machine alone; 404
 * outside the sandbox.
 */
export const loader = gated({ as: "anyone", limit }, (args) => answer(args, args.request));
export const action = gated({ as: "anyone", limit }, async (args) => {
  const { url, method, headers } = args.request;
  const body = (await bodyBytes(args.request)) as Uint8Array<ArrayBuffer>;
  return answer(args, new Request(url, { method, headers, body }));
});

function answer({ context }: DoorArgs, request: Request): Response | Promise<Response> {
  const locale = localeOf(request);
  if (env.sandbox && !(context as LoadContext | undefined)?.ofThisMachine)
    return Response.json({ error: say("sandbox.thisMachine", undefined, locale) }, { status: 403 });
  return new URL(request.url).pathname.startsWith("/sandbox/people/")
    ? handlePeople(request)
    : handleSandbox(request, locale);
}
