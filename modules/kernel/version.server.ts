import { readFileSync } from "node:fs";
import path from "node:path";
import { env } from "./env.server.ts";

/** The version of the product, as package.json has it. */
export const productVersion = (): string =>
  (JSON.parse(readFileSync(path.join(env.root, "package.json"), "utf8")) as { version: string }).version;
