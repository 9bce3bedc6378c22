import { registerHooks } from "node:module";

/** Loaded before app/server.ts: where it asks for the product's build, it is given `hello`. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier.endsWith("/build/server/index.js") ? new URL("./hello.ts", import.meta.url).href : specifier,
      context,
    ),
});
