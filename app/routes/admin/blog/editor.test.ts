import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { env } from "#modules/kernel/env.server.ts";

test("TipTap stands in the editor alone, which a browser loads only where a post is written", () => {
  const files = globSync("{app,modules}/**/*.{ts,tsx}", { cwd: env.root });
  const naming = (what: RegExp) =>
    files.filter((file) => !file.includes(".test.") && what.test(readFileSync(path.join(env.root, file), "utf8")));
  expect(naming(/from "@tiptap\//)).toEqual(["app/routes/admin/blog/editor.tsx"]);
  expect(naming(/^(?!import type).*\bfrom ".*\/blog\/editor\.tsx"|^import (?!type).*"\.\/editor\.tsx"/m)).toEqual([]);
  expect(naming(/import\(".*\/blog\/editor\.tsx"\)/)).toEqual(["app/console-islands.ts"]);
});
