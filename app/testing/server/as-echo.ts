import { registerHooks } from "node:module";

/** Loaded before app/server.ts: replaces the product's build by the echo build. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier.endsWith("/build/server/index.js") ? new URL("./echo-build.ts", import.meta.url).href : specifier,
      context,
    ),
});
