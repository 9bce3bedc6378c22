import { atOnce, type Loading, onTouch } from "./islands/island.ts";
import { reactIsland } from "./islands/react-island.ts";
import newsChip from "./parts/lists/news-chip-island.ts";
import popover from "./ui/desk/popover-island.ts";
import refresh from "./ui/desk/refresh-island.ts";
import addressDialog from "./ui/dialog/address-dialog-island.ts";
import toasts from "./ui/feedback/toasts-island.ts";
import form from "./ui/form/form-island.ts";
import searchedSelect from "./ui/form/searched-select-island.ts";
import desk from "./ui/frame/desk-island.ts";
import offlineLine from "./ui/frame/offline-line-island.ts";
import palette from "./ui/frame/palette-island.ts";
import views from "./ui/frame/views-island.ts";
import applied from "./ui/list/applied.ts";
import foot from "./ui/list/foot-island.ts";
import openRow from "./ui/list/open-row.ts";
import openedList from "./ui/list/opened-list-island.ts";
import table from "./ui/list/table-island.ts";
import drawer from "./ui/shell/drawer-island.ts";
import unreached from "./ui/shell/unreached-island.ts";

/**
 * The islands of consoles by name. Those that must answer at once, such as keys and the selection, are part of this file;
 * the others are files of their own, loaded when their element is on the page or touched.
 */
export const consoleIslands = {
  "add-more": atOnce(() => import("./parts/tickets/add-more-island.ts")),
  "address-dialog": atOnce(async () => ({ default: addressDialog })),
  after: atOnce(() => import("./routes/admin/wallet/desk/after-island.ts")),
  applied: atOnce(async () => ({ default: applied })),
  back: atOnce(() => import("./routes/admin/requests/punch/back-island.ts")),
  "blog-editor": reactIsland(() => import("./routes/admin/blog/editor.tsx"), "page"),
  "category-field": atOnce(() => import("./routes/admin/clients/category-field-island.ts")),
  "closed-note": atOnce(() => import("./routes/admin/requests/acts/closed-note-island.ts")),
  complete: atOnce(() => import("./ui/typed/complete-island.ts")),
  "console-info": atOnce(() => import("./routes/center/created/console-info-island.ts")),
  "copy-pincode": atOnce(() => import("./islands/copy-pincode.ts")),
  countdown: atOnce(() => import("./ui/clock/countdown-island.ts")),
  "day-board": atOnce(() => import("./parts/day/day-board-island.ts")),
  desk: atOnce(async () => ({ default: desk })),
  drawer: atOnce(async () => ({ default: drawer })),
  "file-field": atOnce(() => import("./ui/form/file/file-field-island.ts")),
  foot: atOnce(async () => ({ default: foot })),
  form: atOnce(async () => ({ default: form })),
  "known-before": atOnce(() => import("./routes/admin/requests/form/known-before-island.ts")),
  "live-hint": atOnce(() => import("./ui/shell/live-hint-island.ts")),
  "live-news": atOnce(() => import("./ui/shell/live-news-island.ts")),
  needed: atOnce(() => import("./ui/form/needed-island.ts")),
  neighbours: atOnce(() => import("./ui/list/neighbours-island.ts")),
  "new-offers": atOnce(() => import("./routes/center/frame/new-offers-island.ts")),
  "news-bar": atOnce(() => import("./routes/admin/requests/view/news-bar-island.ts")),
  "news-chip": atOnce(async () => ({ default: newsChip })),
  offers: atOnce(() => import("./routes/center/broadcasts/offers-island.ts")),
  "offline-line": atOnce(async () => ({ default: offlineLine })),
  "on-hold": atOnce(() => import("./routes/center/tickets/on-hold-island.ts")),
  "open-row": atOnce(async () => ({ default: openRow })),
  "opened-list": atOnce(async () => ({ default: openedList })),
  "option-search": reactIsland(() => import("./ui/combobox/option-search.tsx"), "page"),
  order: atOnce(() => import("./routes/admin/banners/order-island.ts")),
  "others-value": onTouch(() => import("./ui/form/others-value-island.ts")),
  palette: atOnce(async () => ({ default: palette })),
  "payment-fields": atOnce(() => import("./parts/tickets/payment-fields-island.ts")),
  pictures: onTouch(() => import("./routes/admin/requests/view/pictures-island.ts")),
  popover: atOnce(async () => ({ default: popover })),
  preview: atOnce(() => import("./routes/admin/blog/preview-island.ts")),
  price: atOnce(() => import("./routes/admin/prices/price-island.ts")),
  print: atOnce(() => import("./ui/detail/print-island.ts")),
  "push-switch": atOnce(() => import("./routes/center/broadcasts/push-switch-island.ts")),
  refresh: atOnce(async () => ({ default: refresh })),
  "request-form": atOnce(() => import("./routes/admin/requests/form/request-form-island.ts")),
  reread: atOnce(() => import("./ui/shell/reread-island.ts")),
  "searched-select": atOnce(async () => ({ default: searchedSelect })),
  sheet: atOnce(() => import("./routes/admin/uploads/new/sheet-island.ts")),
  slots: atOnce(async () => ({ default: (await import("./islands/booking.ts")).slots })),
  "sound-switch": atOnce(() => import("./routes/center/broadcasts/sound-switch-island.ts")),
  step: atOnce(() => import("./routes/admin/wallet/desk/step-island.ts")),
  switch: atOnce(() => import("./ui/desk/switch-island.ts")),
  table: atOnce(async () => ({ default: table })),
  toasts: atOnce(async () => ({ default: toasts })),
  "typed-search": atOnce(() => import("./routes/admin/wallet/desk/typed-search-island.ts")),
  unreached: atOnce(async () => ({ default: unreached })),
  views: atOnce(async () => ({ default: views })),
} satisfies Record<string, Loading>;
