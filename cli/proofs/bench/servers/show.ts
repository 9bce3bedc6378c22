import { show } from "./bare-build.ts";

const { assets, assetsBuildDirectory, basename, entry, future, isSpaMode, mode, publicPath, routes } = show();

export { assets, assetsBuildDirectory, basename, entry, future, isSpaMode, mode, publicPath, routes };
