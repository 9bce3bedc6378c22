/* Near links and forms are plain HTML that a console answers without loading the document anew (app/exchange/go.ts). */

/** Marks a link or form as near, `stay` one that leaves the page scrolled as it is. */
export const nearness = (stay: boolean | undefined) => ({ "data-near": stay ? "stay" : "" });

/** Marks an element with many links, all of which are near. */
export const nearLinks = { "data-near-links": "" };

/**
 * The header of a page that a console reads (app/exchange/go.ts): `page` to put it in place, `news` for live news, which
 * take no toast meant for the next page.
 */
export const exchangeHeader = "x-exchange";
