import { registerHooks } from "node:module";

/** Loaded before app/server.ts: replaces the product's build by `hello`. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier.endsWith("/build/server/index.js") ? new URL("./hello.ts", import.meta.url).href : specifier,
      context,
    ),
});
