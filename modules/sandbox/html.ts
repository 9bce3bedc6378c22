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

/** `/sandbox/sandbox.css`: the style of the sandbox's pages and of the checkout dialog. */
export const sandboxStyle = `
.sandbox { margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 4rem; color: #1c2430; background: #fff;
  font: 16px/1.5 system-ui, "Noto Sans Devanagari", sans-serif; }
.sandbox h1 { margin: 0 0 .25rem; font-size: 1.5rem; }
.sandbox h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; }
.sandbox p { margin: 0 0 1rem; }
.sandbox-table { overflow-x: auto; }
.sandbox table { width: 100%; border-collapse: collapse; }
.sandbox th, .sandbox td { padding: .5rem .75rem; border-bottom: 1px solid #d5dae1; text-align: left; vertical-align: top; }
.sandbox td { white-space: nowrap; }
.sandbox .sandbox-text { display: block; white-space: pre-line; overflow-wrap: anywhere; min-width: 16rem; }
.sandbox h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
.sandbox pre { overflow-x: auto; margin: 0 0 1rem; padding: .75rem; border-radius: .5rem; background: #f2f4f7; }
.sandbox dt { font-weight: 600; }
.sandbox dd { margin: 0 0 .5rem; }
.sandbox label { display: block; font-weight: 600; }
.sandbox input { min-height: 2.75rem; padding: 0 .75rem; border: 1px solid #667085; border-radius: .5rem; font: inherit; }
.sandbox-search { display: flex; flex-wrap: wrap; align-items: end; gap: .5rem; }
.sandbox-search .sandbox-button { width: auto; margin: 0; }
@media (max-width: 40rem) {
  .sandbox thead { display: none; }
  .sandbox table, .sandbox tbody, .sandbox tr, .sandbox td { display: block; }
  .sandbox tr { padding: .75rem 0; border-bottom: 1px solid #d5dae1; }
  .sandbox td { position: relative; padding: .125rem 0 .125rem 6.5rem; border: 0; white-space: normal; overflow-wrap: anywhere; }
  .sandbox td::before { content: attr(data-title); position: absolute; left: 0; color: #475467; }
  .sandbox .sandbox-text { min-width: 0; }
}
.sandbox-checkout { max-width: 26rem; margin: 0 auto; }
main.sandbox-checkout { padding: 1.5rem; border: 1px solid #d5dae1; border-radius: .75rem; }
dialog.sandbox-checkout { margin: auto; width: calc(100% - 2rem); padding: 1.5rem; border: 0; border-radius: .75rem; color: #1c2430;
  font: 16px/1.5 system-ui, "Noto Sans Devanagari", sans-serif; box-shadow: 0 1rem 3rem rgb(16 24 40 / .3); }
dialog.sandbox-checkout::backdrop { background: rgb(16 24 40 / .55); }
dialog.sandbox-checkout h2 { margin: 0; font-size: 1.25rem; }
dialog.sandbox-checkout p { margin: .25rem 0 .5rem; }
dialog.sandbox-checkout p:empty { margin: 0; }
dialog.sandbox-checkout .sandbox-amount { margin: 0 0 1rem; }
.sandbox-notice { color: #475467; }
.sandbox-amount { font-size: 2rem; font-weight: 700; }
.sandbox-error { color: #b42318; font-weight: 600; }
.sandbox-button { display: block; box-sizing: border-box; width: 100%; min-height: 2.75rem; margin: 0 0 .75rem; padding: .5rem 1rem;
  border: 1px solid #344054; border-radius: .5rem; background: #fff; color: #1c2430; font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; cursor: pointer; }
.sandbox-button-primary { border-color: #05603a; background: #05603a; color: #fff; }
.sandbox-button:focus-visible, .sandbox input:focus-visible { outline: 3px solid #1570ef; outline-offset: 2px; }
.sandbox-button[disabled] { opacity: .6; cursor: progress; }
`;
