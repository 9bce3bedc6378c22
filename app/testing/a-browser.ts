import { anAddress } from "#modules/testing/factories.ts";

type Start = { address?: string; cookies?: Record<string, string> };

/** A minimal browser for tests of doors: `ask` makes a request with its cookies, `take` keeps those of an answer. */
export function aBrowser({ address = anAddress(), cookies = {} }: Start = {}) {
  const jar = new Map(Object.entries(cookies));
  return {
    jar,
    address,
    ask: (path: string, init: RequestInit = {}) => ({
      request: new Request(`http://localhost${path}`, {
        ...init,
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ") },
      }),
      params: {},
      context: { address, document: true },
    }),
    take(headers: Headers) {
      for (const cookie of headers.getSetCookie()) {
        const [name = "", value = ""] = cookie.split(";")[0]!.split("=");
        if (value) jar.set(name, decodeURIComponent(value));
        else jar.delete(name);
      }
    },
  };
}
