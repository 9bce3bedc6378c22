import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Draws app/ui/base/icons.svg from lucide-static; run it with `node` after adding a name to icon.tsx. */
const here = import.meta.dirname;
const list = /iconNames = \[([\s\S]*?)\]/.exec(readFileSync(path.join(here, "icon.tsx"), "utf8"))?.[1] ?? "";

const symbols = [...list.matchAll(/"([\w-]+)"/g)].map(([, name]) => {
  const file = path.join(here, `../../../node_modules/lucide-static/icons/${name}.svg`);
  const drawing = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  return `<symbol id="${name}" viewBox="0 0 24 24">${drawing.replace(/\s*\n\s*/g, "").replaceAll(" />", "/>")}</symbol>`;
});

writeFileSync(
  path.join(here, "icons.svg"),
  `<svg xmlns="http://www.w3.org/2000/svg"><title>Icons</title>\n${symbols.join("\n")}\n</svg>\n`,
);
