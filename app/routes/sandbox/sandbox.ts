import { localeOf } from "#app/http/locale.server.ts";
import { gated } from "#app/http/page.server.ts";
import { handleSandbox } from "#modules/kernel/sandbox/sandbox.ts";

/** The emulated providers, their outbox and the page over both; 404 outside the sandbox. */
export const loader = gated({ as: "anyone" }, ({ request }) => handleSandbox(request, localeOf(request)));
export const action = gated({ as: "anyone" }, ({ request }) => handleSandbox(request, localeOf(request)));
