import { gated } from "#app/http/doors/page.server.ts";
import { bodyBytes } from "#app/http/request/body.ts";
import { localeOf } from "#app/http/request/locale.server.ts";
import { handlePeople } from "#modules/demo/index.ts";
import { handleSandbox } from "#modules/sandbox/index.ts";

const limit = "It answers this machine alone";

/** The emulated providers, their outbox, the page that shows both, and more demo people; 404 outside the sandbox. */
export const loader = gated({ as: "anyone", limit }, ({ request }) => answer(request));
export const action = gated({ as: "anyone", limit }, async ({ request }) => {
  const body = (await bodyBytes(request)) as Uint8Array<ArrayBuffer>;
  return answer(new Request(request.url, { method: request.method, headers: request.headers, body }));
});

const answer = (request: Request) =>
  new URL(request.url).pathname.startsWith("/sandbox/people/")
    ? handlePeople(request)
    : handleSandbox(request, localeOf(request));
