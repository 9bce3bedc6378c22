import { index, type RouteConfig, route } from "@remix-run/route-config";

/** Every address of the product: its promised spelling on the left, our file on the right. */
export default [
  index("routes/home.ts"),
  route("language", "routes/language.ts"),
  route("sandbox/*", "routes/sandbox/sandbox.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
