import { atOnce, type Loading } from "./island.ts";
import offline from "./offline.ts";
import once from "./once.ts";

/**
 * The islands by name (`data-enhance="copy"`). Each is its own chunk, except two that almost every page has: as files
 * of their own they would be smaller than the overhead of a request.
 */
export const islands = {
  answers: atOnce(() => import("./answers.ts")),
  "await-payment": atOnce(() => import("./await-payment.ts")),
  booking: atOnce(() => import("./booking.ts")),
  checkout: atOnce(() => import("./checkout.ts")),
  chips: atOnce(() => import("./chips.ts")),
  copy: atOnce(() => import("./copy.ts")),
  elapsed: atOnce(() => import("#app/ui/clock/elapsed-island.ts")),
  fading: atOnce(() => import("./fading.ts")),
  live: atOnce(() => import("./live.ts")),
  locate: atOnce(() => import("./locate.ts")),
  offline: atOnce(async () => ({ default: offline })),
  once: atOnce(async () => ({ default: once })),
  otp: atOnce(() => import("./otp.ts")),
  photo: atOnce(() => import("./photo.ts")),
  place: atOnce(() => import("./place.ts")),
  resend: atOnce(() => import("./resend.ts")),
  "served-place": atOnce(() => import("./served-place.ts")),
  share: atOnce(() => import("./share.ts")),
  "typed-input": atOnce(() => import("#app/ui/typed/typed-input.ts")),
} satisfies Record<string, Loading>;
