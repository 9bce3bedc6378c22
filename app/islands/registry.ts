import type { ComponentType } from "react";
import offline from "./offline.ts";
import once from "./once.ts";

/** An enhancer works on one element of a server-rendered page, without React. */
export type Enhancer = (element: HTMLElement) => void;

// biome-ignore lint/suspicious/noExplicitAny: each island has its own props
type Island = { default: ComponentType<any> };

/** React islands of public pages by name; each is its own chunk, fetched at its first touch. */
export const islands = {} satisfies Record<string, () => Promise<Island>>;

/**
 * Plain modules for what must work at load (`data-enhance="copy"`); each is its own chunk, but for the two that nearly
 * every page has: as files of their own they would weigh less than what is said around them.
 */
export const enhancers = {
  answers: () => import("./answers.ts"),
  "await-payment": () => import("./await-payment.ts"),
  booking: () => import("./booking.ts"),
  checkout: () => import("./checkout.ts"),
  chips: () => import("./chips.ts"),
  copy: () => import("./copy.ts"),
  dialog: () => import("./dialog.ts"),
  draft: () => import("./draft.ts"),
  fading: () => import("./fading.ts"),
  live: () => import("./live.ts"),
  locate: () => import("./locate.ts"),
  offline: async () => ({ default: offline }),
  once: async () => ({ default: once }),
  otp: () => import("./otp.ts"),
  place: () => import("./place.ts"),
  resend: () => import("./resend.ts"),
  share: () => import("./share.ts"),
  undraft: () => import("./undraft.ts"),
} satisfies Record<string, () => Promise<{ default: Enhancer }>>;

export type IslandName = keyof typeof islands;
