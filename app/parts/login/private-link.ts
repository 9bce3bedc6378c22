/**
 * With `no-referrer` browsers would send the page's own forms with `Origin: null`, which is refused; `same-origin`
 * sends no referrer to other sites either.
 */
export const privateMeta = () => [
  { name: "robots", content: "noindex, nofollow" },
  { name: "referrer", content: "same-origin" },
];
