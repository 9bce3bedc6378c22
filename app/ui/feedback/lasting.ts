/** How long a toast of a console lasts, in milliseconds (as specified). */
const lasting = 5000;
/** The same on the list of all requests, where the next one waits, and on wallets and offers. */
const lastingShortly = 3000;
/** The same on the pages of notifications. */
const lastingOnNotifications = 6000;

/** R320: how long toasts last on a page. */
export const lastingAt = (pathname: string) =>
  /^\/((all-)?tickets|wallet|offers)$/i.test(pathname)
    ? lastingShortly
    : /^\/notification(s|-history)$/i.test(pathname)
      ? lastingOnNotifications
      : lasting;
