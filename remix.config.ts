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

/**
 * Browsers load no route: pages are HTML of the server, and what wakes in them is what entry.client.tsx imports. Remix
 * builds every route for the browser all the same; here each is empty, and its file is left out.
 */
const routesOnServerOnly = (): Plugin => {
  const ofRoute = (id: string | null) => id?.endsWith("?__remix-build-client-route") ?? false;
  return {
    name: "routes-on-server-only",
    apply: "build",
    enforce: "post",
    transform: (_code, id) => (ofRoute(id) ? "export {};" : undefined),
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const [file, chunk] of Object.entries(bundle))
          if (chunk.type === "chunk" && ofRoute(chunk.facadeModuleId)) delete bundle[file];
      },
    },
  };
};

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
    routesOnServerOnly(),
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
  // The manifest says which scripts consoles run (app/http/process/console-files.server.ts).
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
