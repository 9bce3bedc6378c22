import { registerHooks } from "node:module";

/** Loaded before app/server.ts: replaces the product's build by `file`. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier.endsWith("/build/server/index.js") ? new URL("./file.ts", import.meta.url).href : specifier,
      context,
    ),
});
