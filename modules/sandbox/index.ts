/** The emulated providers under /sandbox. Only this file's exports are meant for the app; the rest is for tests. */

export { paidOrder } from "./payments/checkout.ts";
export { handleSandbox } from "./sandbox.ts";
