import { env } from "../env.server.ts";
import type { Locale } from "../messages/index.ts";

/** Text made safe for HTML content and double-quoted attributes. */
export const escapeHtml = (text: unknown) =>
  String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A whole page of the sandbox; it needs no script, and its style is a file, so the strictest CSP lets it through. */
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
