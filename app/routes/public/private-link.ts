/**
 * With `no-referrer` alone browsers send the page's own forms with `Origin: null`, which are refused; `same-origin`
 * tells other sites just as little.
 */
export const privateMeta = () => [
  { name: "robots", content: "noindex, nofollow" },
  { name: "referrer", content: "same-origin" },
];
