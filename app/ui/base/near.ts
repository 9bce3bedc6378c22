/* Near links and forms are plain HTML that a console answers without loading the document anew (app/exchange/go.ts). */

/** Marks a link or form as near, `stay` one that leaves the page scrolled as it is. */
export const nearness = (stay: boolean | undefined) => ({ "data-near": stay ? "stay" : "" });

/** Marks an element with many links, all of which are near. */
export const nearLinks = { "data-near-links": "" };
