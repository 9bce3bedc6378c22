import { expect, test } from "vitest";

const plain = import.meta.glob<string>(["./**/*.ts", "!./**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

test("no plain module of the console's parts needs a component: they are in different files, which would wait for each other", () => {
  const needs = Object.entries(plain).flatMap(([file, source]) =>
    [...source.matchAll(/^import (?!type\b)[^;]*?from "([^"]+\.tsx)";/gm)].map(([, needed]) => `${file} ${needed}`),
  );
  expect(Object.keys(plain).length).toBeGreaterThan(20);
  expect(needs).toEqual([]);
});
