import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { texts as en } from "./en/index.ts";
import { isMessageKey } from "./index.ts";

const root = path.join(import.meta.dirname, "../..");

/** Texts of the documents whose screens are not there yet; whoever builds one takes its key out. */
const waiting = new Set<string>([]);

/** Everything that may say a text: the sources of app, modules and cli, without the texts themselves and the tests. */
function sources() {
  return ["app", "modules", "cli"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)messages\/[\w-]+\/|e2e\//.test(file))
      .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(path.join(root, folder, file), "utf8") })),
  );
}

const textOfForm = (key: string) => key.replace(/\.one$/, "");

test("every text is said somewhere: by its key, or by a key made from the beginning of it", () => {
  const code = sources()
    .map(({ text }) => text)
    .join("\n");
  const whole = new Set([...code.matchAll(/["'`]([a-zA-Z][\w-]*(?:\.[^"'`$\n]+)+)["'`]/g)].map(([, key]) => key));
  const beginnings = [...code.matchAll(/`([a-zA-Z][\w-]*\.(?:[\w-]+\.)*)\$\{/g)].map(([, beginning]) => beginning!);
  const isUsed = (key: string) => whole.has(key) || beginnings.some((beginning) => key.startsWith(beginning));
  // The form of a text for one is said with the text's own key and a count.
  const unsaid = Object.keys(en).filter(
    (key) => !waiting.has(key) && !isUsed(key) && !(isMessageKey(textOfForm(key)) && isUsed(textOfForm(key))),
  );
  expect(unsaid).toEqual([]);
});

/** Papers printed in both languages, and the typeface and the letters of Devanagari. */
const printed = /^modules\/(centers\/documents\/poster-pdf|kernel\/files\/pdf(\/typefaces)?)\.server\.ts$/;

test("no code knows two languages: what differs by language is a text, or Intl's", () => {
  const switches = sources().filter(
    ({ file, text }) =>
      !printed.test(file) && !file.startsWith("app/testing/") && /(?<!lang=)"hi"|locale [!=]== "(?!en")/.test(text),
  );
  expect(switches.map(({ file }) => file)).toEqual([]);
});
