import offline from "./offline.ts";
import once from "./once.ts";

/** An island: it enhances one element of a server-rendered page, without React. */
export type Enhancer = (element: HTMLElement) => void | Promise<void>;

/**
 * The islands by name (`data-enhance="copy"`). Each is its own chunk, except two that almost every page has: as files
 * of their own they would be smaller than the overhead of a request.
 */
export const enhancers = {
  answers: () => import("./answers.ts"),
  "await-payment": () => import("./await-payment.ts"),
  booking: () => import("./booking.ts"),
  checkout: () => import("./checkout.ts"),
  chips: () => import("./chips.ts"),
  copy: () => import("./copy.ts"),
  dialog: () => import("./dialog.ts"),
  fading: () => import("./fading.ts"),
  live: () => import("./live.ts"),
  locate: () => import("./locate.ts"),
  offline: async () => ({ default: offline }),
  once: async () => ({ default: once }),
  otp: () => import("./otp.ts"),
  place: () => import("./place.ts"),
  resend: () => import("./resend.ts"),
  share: () => import("./share.ts"),
  "typed-input": () => import("#app/ui/typed/typed-input.ts"),
} satisfies Record<string, () => Promise<{ default: Enhancer }>>;
