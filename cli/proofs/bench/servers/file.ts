import { file } from "./bare-build.ts";

const { assets, assetsBuildDirectory, basename, entry, future, isSpaMode, mode, publicPath, routes } = file();

export { assets, assetsBuildDirectory, basename, entry, future, isSpaMode, mode, publicPath, routes };
