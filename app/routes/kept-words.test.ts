import { describe, expect, test } from "vitest";
import { routeTable } from "#app/testing/access/knock.ts";

/*
 * What was typed in a form of a console stays when the server is not reached (Q80, R171): its page answers such a
 * send itself, and neither the page nor a frame around it loads its data anew, because the error page would take the
 * form away. A page is found by its address, so that a new one is asked the same.
 */

type Client = {
  action?: unknown;
  clientAction?(args: object): Promise<{ intent: string; problem: string; unreachable: boolean }>;
  shouldRevalidate?(args: object): boolean;
};

const table = await routeTable();
const moduleOf = (id: string) => table[id]!.module as Client;

/** A route with everything around it, the route first. */
const chain = (id: string): string[] => [id, ...(table[id]!.parentId ? chain(table[id]!.parentId!) : [])];

const isConsole = (id: string) => chain(id).some((each) => /^routes\/(admin|center|onboarder)\/frame\//.test(each));
/** Leaving a console shows no form that could keep anything. */
const leaves = (id: string) => /\/logout\//.test(id);

const withForms = Object.keys(table).filter((id) => isConsole(id) && moduleOf(id).action && !leaves(id));

const sendingFails = (id: string, intent: string, error: unknown) => {
  const body = new URLSearchParams({ intent, remark: "typed" });
  const request = new Request("http://localhost/page", { method: "POST", body });
  return moduleOf(id).clientAction!({ request, params: {}, serverAction: () => Promise.reject(error) });
};

test("there are consoles of admins, clients, centers and onboarders among them", () => {
  for (const part of [
    "admin/requests/form/client",
    "admin/client/webhooks",
    "center/add-ticket",
    "onboarder/add-center",
  ])
    expect(withForms.some((id) => id.includes(part))).toBe(true);
  expect(withForms.length).toBeGreaterThan(45);
});

describe.each(withForms)("%s", (id) => {
  test("answers a send that reached nobody with what to do, and one that failed on the way", async () => {
    expect(moduleOf(id).clientAction).toBeTypeOf("function");
    for (const [error, problem] of [
      [new TypeError("Failed to fetch"), /./],
      [new TypeError("NetworkError when attempting to fetch resource."), /./],
      [new TypeError("Load failed"), /./],
      [new SyntaxError("Unexpected end of JSON input"), /./],
    ] as const)
      expect(await sendingFails(id, "any", error)).toMatchObject({
        intent: "any",
        problem: expect.stringMatching(problem),
        unreachable: true,
      });
    // A redirect and an answer of the server are no failure.
    const redirect = new Response(null, { status: 303 });
    await expect(sendingFails(id, "any", redirect)).rejects.toBe(redirect);
  });

  test("is not loaded anew then, nor is any frame around it", () => {
    for (const each of chain(id)) {
      const here = new URL("http://localhost/page");
      const change = { actionResult: { unreachable: true }, currentUrl: here, nextUrl: here, formMethod: "POST" };
      expect([each, moduleOf(each).shouldRevalidate?.(change)]).toEqual([each, false]);
    }
  });
});
