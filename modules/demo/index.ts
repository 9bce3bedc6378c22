/** Data to look at: the demo's people, and millions of requests. */
export { seedDemo } from "./seed-demo.ts";
