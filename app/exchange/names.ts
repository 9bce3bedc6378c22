/** The query parameter that refers to a stored refused form. */
export const refusedName = "refused";

/**
 * The header of a page that a console reads (go.ts): `page` to put it in place, `news` for live news, which take no toast
 * meant for the next page.
 */
export const exchangeHeader = "x-exchange";
