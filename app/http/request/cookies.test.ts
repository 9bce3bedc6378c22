import { afterEach, describe, expect, test } from "vitest";
import { configure, env } from "#modules/kernel/env.server.ts";
import { fc, property } from "#modules/testing/property.ts";
import { type CookieName, cookieHeader, endCookie, personalCookies, readCookie } from "./cookies.server.ts";
import { openDoor } from "./door.server.ts";
import { toastHeader } from "./toast.server.ts";

const plain = env.publicUrl;
const https = () => configure({ publicUrl: "https://gharseva.example" });
afterEach(() => configure({ publicUrl: plain }));

const names: CookieName[] = [...personalCookies, "draft", "scan", "registration", "lang", "toast"];
const read = (cookie: string, name: CookieName) =>
  readCookie(new Request("http://localhost/", { headers: { cookie } }), name);

describe("under an https address", () => {
  test.each(names)("%s is of this host alone: prefixed, Secure, for all paths, of no Domain", (name) => {
    https();
    const door = openDoor({ request: new Request("http://localhost/"), params: {} });
    door.keep(name, "a b");
    door.drop(name);
    const [setCookie, ended, endedOld] = door.headers.getSetCookie();
    expect(setCookie).toMatch(
      new RegExp(`^__Host-${name}=a%20b; Path=/; Max-Age=\\d+; HttpOnly; SameSite=Lax; Secure$`),
    );
    expect(ended).toBe(`__Host-${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`);
    // A cookie set under the name used before https is deleted with it.
    expect(endedOld).toBe(`${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`);
    expect(read(setCookie!.split(";")[0]!, name)).toBe("a b");
    expect(toastHeader({ key: "error.changed", kind: "good", id: "x" })).toMatch(/^__Host-toast=/);
  });

  const other = fc.constantFrom(
    "",
    "__Secure-",
    "__host-",
    "__HOST-",
    "__Host_",
    "_Host-",
    "__Host- ",
    "x__Host-",
    '"__Host-',
  );
  property.prop([fc.constantFrom(...names), fc.array(other, { minLength: 1, maxLength: 6 }), fc.nat(6)])(
    "one planted under any other name counts for nothing, wherever it stands",
    (name, prefixes, at) => {
      https();
      const planted = prefixes.map((prefix) => `${prefix}${name}=planted`);
      expect(read(planted.join("; "), name)).toBeUndefined();
      planted.splice(at, 0, `__Host-${name}=own`);
      expect(read(planted.join("; "), name)).toBe("own");
    },
  );
});

test.each(names)("under plain http %s has its bare name, which browsers take there", (name) => {
  expect(cookieHeader(name, "x")).toMatch(new RegExp(`^${name}=x; Path=/; Max-Age=\\d+; HttpOnly; SameSite=Lax$`));
  expect(endCookie(name)).toEqual([`${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`]);
  expect(read(`__Host-${name}=y; ${name}=x`, name)).toBe("x");
});
