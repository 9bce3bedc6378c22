import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Who may import whom: the house from left to right; nothing on the left knows of its right. */
const order = ["kernel", "access", "catalog", "centers", "wallet", "tickets", "notifications", "demo"];
const faces = ["index.ts", "shared.ts", "labels.ts"];
const browserFolders = ["app/ui/", "app/islands/"];
const root = path.resolve(import.meta.dirname, "..");

type Source = { file: string; text: string };

function sources(folder: string): Source[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sources(file);
    return /\.tsx?$/.test(file) ? [{ file, text: readFileSync(path.join(root, file), "utf8") }] : [];
  });
}

const importsOf = ({ file, text }: Source) =>
  [...text.matchAll(/^(?:import|export)\s[^;]*?from\s+"([^"]+)"|import\("([^"]+)"\)|^import\s+"([^"]+)"/gm)]
    .map((found) => found[1] ?? found[2] ?? found[3] ?? "")
    .filter((target) => target.startsWith(".") || target.startsWith("#"))
    .map((target) => (target.startsWith("#") ? target.slice(1) : path.posix.join(path.posix.dirname(file), target)));

const moduleOf = (file: string) => /^modules\/([^/]+)\//.exec(file)?.[1];
const isTest = (file: string) => /\.test\.tsx?$|^modules\/testing\/|^app\/e2e\//.test(file);

/** What breaks the house's walls in these sources, as sentences. */
function faults(all: Source[]): string[] {
  return all.flatMap((source) => {
    const { file, text } = source;
    if (isTest(file)) return [];
    const found: string[] = [];
    const own = moduleOf(file);
    for (const target of importsOf(source)) {
      const other = moduleOf(target);
      if (file.startsWith("modules/") && /^(app|cli)\//.test(target)) found.push(`${file} imports the door ${target}`);
      if (file.startsWith("app/") && target.startsWith("cli/")) found.push(`${file} imports the command line`);
      if (file.startsWith("cli/") && target.startsWith("app/")) found.push(`${file} imports the web`);
      if (own && other && own !== other && order.indexOf(other) > order.indexOf(own))
        found.push(`${file} (${own}) imports ${target}, which stands to its right`);
      const throughFace = other === "kernel" || faces.includes(path.posix.basename(target));
      if (other && other !== own && !throughFace && file !== "modules/index.ts" && !file.startsWith("migrations/"))
        found.push(`${file} reaches past the face of ${other}: ${target}`);
      if (
        browserFolders.some((folder) => file.startsWith(folder)) &&
        /\.server\.ts$|modules\/\w+\/index\.ts$/.test(target)
      )
        found.push(`${file} runs in the browser but imports ${target}`);
    }
    if (/\bprocess\.env\b/.test(text) && file !== "modules/kernel/env.server.ts")
      found.push(`${file} reads process.env`);
    if (file.startsWith("modules/") && file.endsWith(".tsx")) found.push(`${file}: modules hold no .tsx`);
    if (/(?<![.\w])fetch\(/.test(text) && /^modules\/(?!kernel\/(gateways|sandbox)\/)/.test(file))
      found.push(`${file} calls the outside; only kernel/gateways may`);
    return found;
  });
}

const house = () => ["app", "modules", "cli", "migrations"].flatMap(sources);

test("the walls of the house stand", () => {
  expect(faults(house())).toEqual([]);
});

test("a planted violation of each wall is caught", () => {
  const plant = (file: string, text: string) => faults([{ file, text }]);
  expect(plant("modules/kernel/a.ts", 'import { x } from "#modules/tickets/index.ts";')).toHaveLength(1);
  expect(plant("modules/tickets/a.ts", 'import { x } from "../wallet/refund.ts";')).toHaveLength(1);
  expect(plant("modules/tickets/a.ts", 'import { x } from "#app/ui/card.tsx";')).toHaveLength(1);
  expect(plant("app/routes/a.tsx", 'import { x } from "#cli/run.ts";')).toHaveLength(1);
  expect(plant("app/ui/a.tsx", 'import { em } from "#modules/kernel/db.server.ts";')).toHaveLength(1);
  expect(plant("app/routes/a.tsx", "const url = process.env.DATABASE_URL;")).toHaveLength(1);
  expect(plant("modules/wallet/a.ts", 'await fetch("https://pay.example");')).toHaveLength(1);
  expect(plant("modules/wallet/a.ts", 'import { book } from "#modules/tickets/index.ts";')).toHaveLength(1);
});

test("a file fits a few screens; only catalogues of texts and data are longer", () => {
  const lists = /^modules\/kernel\/messages\/|^modules\/catalog\/shared\.ts$|\.test\.tsx?$|^app\/e2e\//;
  const long = house()
    .filter(({ file }) => !lists.test(file))
    .map(({ file, text }) => ({ file, lines: text.split("\n").length }))
    .filter(({ lines }) => lines > 400);
  expect(long).toEqual([]);
});

test("there is no drawer: no folder or file named utils, helpers, common, lib or misc", () => {
  const drawers = house().filter(({ file }) => /(^|\/)(utils?|helpers?|common|lib|misc)(\/|\.)/i.test(file));
  expect(drawers.map(({ file }) => file)).toEqual([]);
  expect(statSync(path.join(root, "modules")).isDirectory()).toBe(true);
});
