import { hello } from "./bare-build.ts";

const { assets, assetsBuildDirectory, basename, entry, future, isSpaMode, mode, publicPath, routes } = hello();

export { assets, assetsBuildDirectory, basename, entry, future, isSpaMode, mode, publicPath, routes };
