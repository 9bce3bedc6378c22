import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** sonner injects a style element without a nonce, which our policy refuses; its styles are imported by app/ui/toast.tsx. */
const sonnerWithoutInjectedStyles = (): Plugin => ({
  name: "sonner-without-injected-styles",
  transform(code, id) {
    if (id.includes("/sonner/dist/index.mjs")) return code.replace(/^__insertCSS\(.*\);$/m, "");
  },
});

/** The Vite and the Vitest configuration of the whole project; there is no other. */
export default defineConfig({
  plugins: process.env.VITEST
    ? []
    : [
        tailwindcss(),
        sonnerWithoutInjectedStyles(),
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
      ],
  build: { target: "es2022", assetsInlineLimit: 0 },
  esbuild: { jsx: "automatic" },
  // Taken into the server's build, so that of a dialog's library only the dialog is loaded when a process starts.
  ssr: { noExternal: [/^@headlessui\//, /^@react-aria\//, /^@react-stately\//, /^@floating-ui\//] },
  optimizeDeps: {
    // Known from the start: one found later would reload the page in the middle of its hydration.
    include: [
      "react",
      "react/jsx-runtime",
      "react/jsx-dev-runtime",
      "react-dom",
      "react-dom/client",
      "@remix-run/react",
      "@headlessui/react",
      "sonner",
      "zod",
    ],
    exclude: ["@mikro-orm/core", "@mikro-orm/postgresql", "@mikro-orm/migrations", "pg", "pg-boss", "pino"],
  },
  test: {
    include: ["modules/**/*.test.ts", "app/**/*.test.{ts,tsx}", "cli/**/*.test.ts"],
    globalSetup: ["modules/testing/setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
