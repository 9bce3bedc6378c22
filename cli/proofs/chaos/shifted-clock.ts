import fs from "node:fs";
import path from "node:path";
import { env } from "#modules/kernel/env.server.ts";

/*
 * Loaded into each process of a chaos stand (`node --import`): shifts its clock by the seconds in a file named after
 * its process id, while that file exists. The product is not aware of it.
 */

const file = path.join(clockFolder(env.dataDir), String(process.pid));
const lookEveryMs = 100;
const real = Date;
let shiftMs = 0;

const shifted = () => real.now() + shiftMs;

globalThis.Date = new Proxy(real, {
  construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [shifted()], made),
  apply: () => new real(shifted()).toString(),
  get: (target, name, receiver) => (name === "now" ? shifted : Reflect.get(target, name, receiver)),
});

setInterval(() => {
  try {
    shiftMs = Number(fs.readFileSync(file, "utf8")) * 1000;
  } catch {
    shiftMs = 0;
  }
}, lookEveryMs).unref();

/** The folder of these files in a stand's folder. */
function clockFolder(folder: string) {
  return path.join(folder, "clocks");
}
