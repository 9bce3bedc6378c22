import { env } from "#modules/kernel/env.server.ts";
import type { Locale } from "#modules/messages/index.ts";

/** Escape text for HTML content and double-quoted attributes. */
export const escapeHtml = (text: unknown) =>
  String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A complete page of the sandbox. It needs no script, and its style is a file, so it works under the strictest CSP. */
export const htmlPage = (title: string, body: string, { locale, status = 200 }: { locale: Locale; status?: number }) =>
  new Response(
    `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(env.productName)}</title>
<link rel="stylesheet" href="/sandbox/sandbox.css">
</head>
<body class="sandbox">
${body}
</body>
</html>
`,
    { status, headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" } },
  );

/** Hidden inputs of a form. */
export const hiddenFields = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("\n");
