import { builtinModules } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { configDefaults, defineConfig } from "vitest/config";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * In development the server takes the domain modules as Node reads them: there is one copy of what has state, and Vite
 * transforms a third of the files. `npm run dev` restarts the processes when a module is edited.
 */
const modulesAsNodeReadsThem = (): Plugin => ({
  name: "modules-as-node-reads-them",
  apply: "serve",
  enforce: "pre",
  config: () => ({ environments: { ssr: { resolve: { builtins: [/^file:/, /^node:/, ...builtinModules] } } } }),
  resolveId(id, _importer, { ssr }) {
    if (!ssr || !id.startsWith("#modules/")) return undefined;
    return { id: pathToFileURL(path.join(import.meta.dirname, id.slice(1))).href, external: true };
  },
});

/**
 * In development a route's module is loaded when its address is first asked for (app/http/process/handlers.ts): the
 * first page does not wait for those of all others.
 */
const routesOnRequest = (): Plugin => ({
  name: "routes-when-asked-for",
  apply: "serve",
  enforce: "post",
  transform(code, id, options) {
    if (!options?.ssr || !id.endsWith("virtual:remix/server-build")) return undefined;
    return code.replace(/^\s*import \* as (route\d+) from (".*");$/gm, "const $1 = () => import($2);");
  },
});

/**
 * In development only what the browser gets is watched, since the data of the running demo lies in the same folder. As a
 * plugin, because Remix starts a second Vite, to read what each route exports, with plugins but without options. That
 * one, known by the transforms it does not begin by itself, reads each file when it is asked and need watch none.
 */
const watchedAppOnly = (): Plugin => ({
  name: "watched-app-only",
  apply: "serve",
  config({ server = {} }) {
    const ignored = (file: string) => {
      const [top] = path.relative(import.meta.dirname, file).split(path.sep);
      return !["", "app", "public", "remix.config.ts"].includes(top!);
    };
    server.watch = server.preTransformRequests === false ? null : { ignored };
    return { server };
  },
});

/** Files of the components that consoles share; public pages load none of them. What these need of app/ui is in them, too. */
export const consoleParts = {
  ui: /\/app\/ui\/(base|detail|dialog|feedback|form|list|shell|typed)\/[\w-]+\.tsx$/,
  desk: /\/app\/(ui\/desk|parts\/desk-list)\/[\w-]+\.tsx?$/,
};

/** The components of consoles come in two files, not in forty: on a slow line each file costs a console's first page time. */
const consolesInFewFiles = (): Plugin => ({
  name: "consoles-in-few-files",
  apply: "build",
  config: (_config, { isSsrBuild }) => {
    if (isSsrBuild) return undefined;
    const manualChunks = (id: string) => Object.entries(consoleParts).find(([, files]) => files.test(id))?.[0];
    return { build: { rollupOptions: { output: { manualChunks, onlyExplicitManualChunks: true } } } };
  },
});

/** The file with the texts of a language has its name. */
const textsByLanguage = (): Plugin => ({
  name: "texts-by-language",
  apply: "build",
  config: (_config, { isSsrBuild }) => {
    if (isSsrBuild) return undefined;
    const chunkFileNames = ({ facadeModuleId }: { facadeModuleId: string | null }) => {
      const [, locale] = /\/modules\/messages\/([^/]+)\/index\.ts$/.exec(facadeModuleId ?? "") ?? [];
      return `assets/${locale ?? "[name]"}-[hash].js`;
    };
    return { build: { rollupOptions: { output: { chunkFileNames } } } };
  },
});

/** What makes the product of the sources. Read only where it is used: the tests need none of it, and it takes a second. */
async function productPlugins() {
  // By its file: the package's own index loads the compiler and the commands of Remix's first builds, a second's work.
  const { remixVitePlugin: remix } = await import("@remix-run/dev/dist/vite/plugin.js");
  const { default: tailwindcss } = await import("@tailwindcss/vite");
  return [
    tailwindcss(),
    modulesAsNodeReadsThem(),
    routesOnRequest(),
    watchedAppOnly(),
    consolesInFewFiles(),
    textsByLanguage(),
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        // Off: it is the flag that opens /__manifest.
        v3_lazyRouteDiscovery: false,
        v3_routeConfig: true,
      },
    }),
  ];
}

/** Test files that need a process of their own, by what would else be shared: memory is measured, fonts are counted, a language is added. */
const testsAlone = [
  "app/http/request/uploads.test.ts",
  "app/http/process/third-language.test.tsx",
  "modules/kernel/files/pdf/printable.test.ts",
];

/** The Vite and the Vitest configuration of the whole project; there is no other. */
export default defineConfig({
  plugins: process.env.VITEST ? [] : await productPlugins(),
  // The manifest says where the texts of a language are (app/http/process/built-texts.server.ts).
  build: { target: "es2022", assetsInlineLimit: 0, manifest: true },
  esbuild: { jsx: "automatic" },
  optimizeDeps: {
    // Known from the start: one found later would reload the page in the middle of its hydration.
    include: [
      "react",
      "react/jsx-runtime",
      "react/jsx-dev-runtime",
      "react-dom",
      "react-dom/client",
      "@remix-run/react",
      "zod",
    ],
    noDiscovery: true,
  },
  test: {
    // The files of a worker share its modules: loading them anew for each of 350 files is half of all the time.
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          isolate: false,
          include: ["modules/**/*.test.ts", "app/**/*.test.{ts,tsx}", "cli/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...testsAlone],
        },
      },
      { extends: true, test: { name: "alone", include: testsAlone } },
    ],
    globalSetup: ["cli/testing/setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    // What was transformed is kept for the next run.
    fsModuleCache: true,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
