import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { en } from "./en.ts";

const root = path.join(import.meta.dirname, "../..");

/** Texts of the documents whose screens are not there yet; whoever builds one takes its key out. */
const waiting = new Set<string>([]);

/** Everything that may say a text: the sources of app, modules and cli, without the texts themselves and the tests. */
function sources() {
  return ["app", "modules", "cli"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)messages\/(en|hi)|e2e\//.test(file))
      .map((file) => readFileSync(path.join(root, folder, file), "utf8")),
  );
}

test("every text is said somewhere: by its key, or by a key made from the beginning of it", () => {
  const code = sources().join("\n");
  const whole = new Set([...code.matchAll(/["'`]([a-zA-Z][\w-]*(?:\.[^"'`$\n]+)+)["'`]/g)].map(([, key]) => key));
  const beginnings = [...code.matchAll(/`([a-zA-Z][\w-]*\.(?:[\w-]+\.)*)\$\{/g)].map(([, beginning]) => beginning!);
  const unsaid = Object.keys(en).filter(
    (key) => !waiting.has(key) && !whole.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)),
  );
  expect(unsaid).toEqual([]);
});
