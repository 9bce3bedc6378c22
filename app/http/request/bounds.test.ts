import { expect, test } from "vitest";
import { z } from "zod";
import { contract } from "#app/api/contract/index.ts";
import { fc, property } from "#modules/testing/property.ts";
import { deepest, fieldsOf, lastOf, longestName, mostFields, refuseUnboundedJson, whyUnbounded } from "./bounds.ts";
import { parseFields } from "./form.server.ts";

const refused = (work: () => unknown) => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as { key: string }).key;
  }
};

const shortName = fc.string({ maxLength: 25, unit: fc.constantFrom("a", "न", "%", "&", "=", "+", " ", "[", "_") });

property.prop([fc.array(fc.tuple(shortName, fc.string()), { maxLength: 40 })])(
  "what is within the bounds is read as ever, each name with all its values in their order",
  (pairs) => {
    const text = new URLSearchParams(pairs).toString();
    const read = [...fieldsOf(text)].flatMap(([name, values]) => values.map((value) => [name, value]));
    const inOrder = (all: string[][]) => all.map((pair) => pair.join("\n")).sort();
    expect(inOrder(read)).toEqual(inOrder([...new URLSearchParams(text)]));
    for (const [name, value] of Object.entries(lastOf(fieldsOf(text))))
      expect(value).toBe(new URLSearchParams(text).getAll(name).at(-1));
  },
);

test.each([
  ["as many fields", Array(mostFields).fill("a=1").join("&"), undefined],
  [
    "one field more",
    Array(mostFields + 1)
      .fill("a=1")
      .join("&"),
    "error.tooManyFields",
  ],
  ["as many separators", "&".repeat(mostFields + 1), "error.tooManyFields"],
  ["the longest name", `${"n".repeat(longestName)}=1`, undefined],
  ["the longest name, escaped", `${"%6e".repeat(longestName)}=1`, undefined],
  ["the longest name and a byte", `${"n".repeat(longestName + 1)}=1`, "error.tooDeep"],
  ["a name of few letters and many bytes", `${encodeURIComponent("न".repeat(34))}=1`, "error.tooDeep"],
  ["a name alone", "n".repeat(longestName + 1), "error.tooDeep"],
  ["as many parts", "a.b.c.d=1", undefined],
  ["one part more", "a.b.c.d.e=1", "error.tooDeep"],
  ["one part more, escaped", "a%2Eb%2ec.d.e=1", "error.tooDeep"],
  ["a long value with whatever in it", `a=${".=%2e".repeat(5_000)}`, undefined],
])("a query of %s", (_what, query, key) => {
  expect(refused(() => fieldsOf(query))).toBe(key);
  expect(whyUnbounded(`/login?${query}`)).toBe(key);
  expect(whyUnbounded("/login")).toBeUndefined();
});

test("a path of more steps than any address has is refused before anybody looks at it", () => {
  expect(whyUnbounded("/".repeat(15_000))).toBe("error.tooDeep");
  expect(whyUnbounded(`${"/a".repeat(40)}`)).toBeUndefined();
});

const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: deepest - 1 },
    leaf,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(shortName, tie("tree"), { maxKeys: 4 }),
  ),
}));

property.prop([fc.dictionary(shortName, tree, { maxKeys: 2 }), fc.boolean()])(
  "JSON within the bounds is let through, however it is written",
  (body, spread) => {
    const text = JSON.stringify(body, null, spread ? 2 : 0);
    const count = (value: unknown): number =>
      value && typeof value === "object"
        ? 1 + Object.values(value).reduce((sum: number, one) => sum + 1 + count(one), 0)
        : 0;
    fc.pre(count(body) <= mostFields);
    expect(refused(() => refuseUnboundedJson(text))).toBeUndefined();
  },
);

test.each([
  ["deep lists", "[".repeat(deepest + 1), "error.tooDeep"],
  ["deep objects", '{"a":'.repeat(deepest + 1), "error.tooDeep"],
  ["many members", `[${"1,".repeat(mostFields)}1]`, "error.tooManyFields"],
  ["many empty members", `[${"[],".repeat(mostFields)}1]`, "error.tooManyFields"],
  ["a long name", `{"${"n".repeat(longestName + 1)}" : 1}`, "error.tooDeep"],
  ["a long name of escapes", `{"${"\\u0928".repeat(34)}":1}`, "error.tooDeep"],
  ["a name of many parts", '{"a.b.c.d.e":1}', "error.tooDeep"],
  ["a name of many escaped parts", '{"a\\u002eb\\u002ec\\u002ed\\u002ee":1}', "error.tooDeep"],
  ["brackets, commas and quotes inside a text", JSON.stringify({ a: '[{,:"\\'.repeat(1_000) }), undefined],
])("JSON of %s", (_what, text, key) => {
  expect(refused(() => refuseUnboundedJson(text))).toBe(key);
});

test("no call takes more than the bounds allow", () => {
  const names = Object.values(contract).flatMap(({ input }) => Object.keys(input.names));
  expect(names.filter((name) => refused(() => fieldsOf(`${encodeURIComponent(name)}=1`)))).toEqual([]);
  expect(Math.max(...Object.values(contract).map(({ input }) => Object.keys(input.names).length))).toBeLessThan(
    mostFields,
  );
});

test("only names the schema knows are placed; one that takes whatever comes takes no groups", () => {
  const fields = fieldsOf("a=1&b.c=2&b.d=3&x=4&x.y=5&toString=6&__proto__.z=7&constructor=8");
  const Strict = z.strictObject({ a: z.string(), b: z.strictObject({ c: z.string() }) });
  expect(parseFields(Strict, fields)).toEqual({ a: "1", b: { c: "2" } });
  expect(parseFields(z.looseObject({ a: z.string() }), fields)).toEqual({ a: "1", x: "4" });
});
