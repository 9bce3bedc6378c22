import { registerHooks } from "node:module";

/** Loaded before app/server.ts: where it asks for the product's build, it is given `file`. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier.endsWith("/build/server/index.js") ? new URL("./file.ts", import.meta.url).href : specifier,
      context,
    ),
});
