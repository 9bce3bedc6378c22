/**
 * One thing a person does on a page: keys (`press`, one after another) or a tap, and what is visible when it is answered,
 * on the page of a path where one is named; `moves` where it is another row than before. One without a name is done and not measured.
 */
export type Act = {
  name: string;
  press?: readonly string[];
  tap?: string;
  seen: string;
  path?: string;
  moves?: boolean;
};

/** A page that is measured: who opens it, on which screen, what is done on it, and which page is opened from it. */
export type FeltPage = {
  path: string;
  as: "admin" | "center" | "nobody";
  phone?: boolean;
  /** Repeated from the beginning of the visit until it is answered. */
  first: Act;
  acts: readonly Act[];
  /** The most for the largest content on the slow line, in ms, where it has a target there. */
  slowLcp?: number;
  /** A link, its page, and what is visible there; `open` is tapped first where the link is not in sight. */
  next?: { link: string; path: string; seen: string; open?: string };
};

const dialog = "dialog[open]";
const rows = "tbody tr";
const letters = ["a", "s", "h", "a"];

const firstKey: Act = { name: "key j", press: ["j"], seen: `${rows}.at` };
const palette: Act = { name: "key /", press: ["/"], seen: dialog };
const nextRow: Act = { name: "key j", press: ["j"], seen: `${rows}.at`, moves: true };
const checkbox: Act = { name: "checkbox", tap: `${rows}:nth-child(3) .pick input`, seen: "[data-paid]" };
const rowMenu: Act = { name: "row menu", tap: `${rows} summary`, seen: `${rows} details[open] summary + *` };
const filter: Act = {
  name: "filter",
  tap: "search details:not(:has([data-find])) summary",
  seen: "search details[open] summary + *",
};
const find = "search details:has([data-find])";
const typing: readonly Act[] = [
  { name: "", tap: `${find} summary`, seen: `${find}[open] input` },
  { name: "", tap: `${find} input`, seen: `${find} input:focus` },
  { name: "typing", press: letters, seen: `${find} input:focus` },
];
const requestMenu = { name: "menu", tap: "[data-acts] summary", seen: "[data-acts] details[open] summary + *" };
const assign: Act = { name: "dialog", tap: `${rows} [data-act=assign]`, seen: dialog };
const menu = (path: string, seen = `${rows}:nth-child(2)`) => ({ link: `[data-menu] a[href="${path}"]`, path, seen });

/** The most for the largest content of a page for the public at 400 kb/s, 300 ms and CPU x 4. */
const publicLcp = 2_000;

/** The measured pages by name; `request` is the public id of one without a technician. */
export const feltPages = (request: string): Record<string, FeltPage> => ({
  Home: {
    path: "/Home",
    as: "admin",
    first: palette,
    acts: [{ name: "dialog", press: ["/"], seen: dialog }],
    next: menu("/Tickets"),
  },
  "All Requests": {
    path: "/Tickets",
    as: "admin",
    first: firstKey,
    acts: [nextRow, checkbox, rowMenu, filter, ...typing, assign],
    next: menu("/close-ticket"),
  },
  Closed: {
    path: "/close-ticket",
    as: "admin",
    first: firstKey,
    acts: [nextRow, checkbox, rowMenu, filter, ...typing],
    next: menu("/Tickets"),
  },
  "a request": {
    path: `/view-ticket?ticketId=${request}`,
    as: "admin",
    first: palette,
    acts: [requestMenu, { name: "dialog", tap: "[data-acts] [data-act=cancel]", seen: dialog }],
    next: menu("/Tickets"),
  },
  "a dialog": {
    path: `/view-ticket?ticketId=${request}&act=remarks`,
    as: "admin",
    first: { name: "key Escape", press: ["Escape"], seen: `body:not(:has(${dialog}))` },
    acts: [
      { name: "", tap: requestMenu.tap, seen: requestMenu.seen },
      { name: "", tap: "[data-act=remarks]", seen: dialog },
      { name: "typing", press: letters, seen: `${dialog} textarea:focus` },
    ],
  },
  Centers: {
    path: "/admin-centers",
    as: "admin",
    first: firstKey,
    acts: [nextRow, rowMenu, filter, ...typing],
    next: { link: `${rows} td.acts > span > a`, path: "/view-center/", seen: "[data-facts]" },
  },
  "New Tickets": {
    path: "/brodcast-requests",
    as: "center",
    phone: true,
    first: { name: "tap on Reject", tap: `${rows} a[href*="reject="]`, seen: dialog },
    acts: [{ name: "dialog", tap: `${rows} a[href*="reject="]`, seen: dialog }],
    next: {
      open: "label[for=menu]",
      link: 'nav a[href="/tickets-center"]',
      path: "/tickets-center",
      seen: `${rows}:nth-child(2)`,
    },
  },
  Tickets: {
    path: "/tickets-center",
    as: "center",
    first: { name: "tap on the first act", tap: `${rows} a[href*="act="]`, seen: dialog },
    acts: [rowMenu, { name: "dialog", tap: `${rows} a[href*="act="]`, seen: dialog }],
    next: { link: 'nav a[href="/brodcast-requests"]', path: "/brodcast-requests", seen: `${rows}:nth-child(2)` },
  },
  "a pincode": {
    path: "/booking",
    as: "nobody",
    phone: true,
    slowLcp: publicLcp,
    first: { name: "tap on the pincode", tap: "[name=pincode]", seen: "[name=pincode]:focus" },
    acts: [
      { name: "", tap: "[name=pincode]", seen: "[name=pincode]:focus" },
      { name: "typing", press: ["5", "6"], seen: "[name=pincode]:focus" },
    ],
    next: { link: 'footer a[href="/my-notifications"]', path: "/my-notifications", seen: "main h1" },
  },
  tracking: {
    path: `/serviceStatus/?${request}`,
    as: "nobody",
    phone: true,
    slowLcp: publicLcp,
    first: { name: "tap on details", tap: "main summary", seen: "main details[open] summary + *" },
    acts: [],
  },
  booking: {
    path: "/booking?form=one",
    as: "nobody",
    phone: true,
    first: {
      name: "tap on a time",
      tap: 'label:has([value="SPECIFIC_DATE_AND_TIME"])',
      seen: '[name="timePreference.at:date"]',
    },
    acts: [
      {
        name: "choice of a time",
        tap: 'label:has([value="WITHIN_24_HOURS"])',
        seen: '[value="WITHIN_24_HOURS"]:checked',
      },
      {
        name: "choice of a day",
        tap: 'label:has([value="SPECIFIC_DATE_AND_TIME"])',
        seen: '[name="timePreference.at:date"]',
      },
      { name: "", tap: "[name=name]", seen: "[name=name]:focus" },
      { name: "typing", press: letters, seen: "[name=name]:focus" },
    ],
    next: { link: 'footer a[href="/my-notifications"]', path: "/my-notifications", seen: "main h1" },
  },
});
