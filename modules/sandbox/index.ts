/** The emulated providers under /sandbox. Only this file's exports are meant for the app; the rest is for tests. */

export { handleSandbox } from "./sandbox.ts";
