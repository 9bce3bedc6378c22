import { describe, expect, test } from "vitest";
import { z } from "zod";
import { openSession } from "#modules/access/index.ts";
import { conflict, denied, invalid, limited, missing, unauthenticated, unavailable } from "#modules/kernel/errors.ts";
import { id, text } from "#modules/kernel/validation.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAdmin, anOnboarder } from "#modules/testing/factories.ts";
import { openDoor } from "../request/door.server.ts";
import { readToast } from "../request/toast.server.ts";
import {
  adminActions,
  adminPage,
  centerActions,
  centerPage,
  onboarderActions,
  onboarderPage,
  publicActions,
  publicPage,
  publicResource,
  sharedWithAdmin,
  signedResource,
} from "./page.server.ts";
import { wayBack } from "./way-back.server.ts";

openDatabase();

const limit = "A test";

const asking = (path = "/page", init?: RequestInit) => ({
  request: new Request(`http://localhost${path}`, init),
  params: {},
  context: { requestId: "request-1", address: "10.0.0.1" },
});

const posting = (fields: Record<string, string>, headers: HeadersInit = {}) =>
  asking("/page?x=1", { method: "POST", headers, body: new URLSearchParams(fields) });

const refusals = [
  ["invalid", invalid("form.incomplete", { name: "form.incomplete" }), 422],
  ["denied", denied(), 403],
  ["missing", missing("error.notFound"), 404],
  ["conflict", conflict("error.changed"), 409],
  ["limited", limited("error.tooMany", { seconds: 60 }, { name: "test", points: 1, seconds: 60 }), 429],
  ["unavailable", unavailable("error.unavailable"), 503],
] as const;

type Answer = { data: Record<string, unknown>; init: { status?: number; headers: Headers } };

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error) => error,
  );
const cookies = (headers: Headers) => headers.getSetCookie().join("\n");

describe("a page load", () => {
  test.each(refusals)("that is refused as %s reaches the error page with its status", async (_kind, error, status) => {
    const loader = publicPage({ limit }, (): null => {
      throw error;
    });
    const thrown = (await caught(loader(asking()))) as Answer;
    expect(thrown.init.status).toBe(status);
    expect(thrown.data).toMatchObject({ problem: error.key, requestId: "request-1" });
  });

  test("R004 without a session leads a center page to /", async () => {
    const loader = centerPage({ can: "desk" }, () => ({}));
    const thrown = (await caught(loader(asking()))) as Response;
    expect([thrown.status, thrown.headers.get("location")]).toEqual([303, "/"]);
  });

  test("who has to log in at a center's or onboarder's portal is told why, with its login and the way back", async () => {
    const led = async (loader: (args: never) => unknown, path: string, cookie: string) => {
      const args = asking(path, { headers: { cookie } }) as never;
      const { headers } = (await caught(loader(args) as Promise<unknown>)) as Response;
      const jar = headers.getSetCookie().map((set) => set.split(";")[0]!);
      const toast = readToast(new Request("http://localhost/", { headers: { cookie: jar.join("; ") } }));
      return { toast, back: jar.find((each) => /^(center|onboarder)_back=/.test(each)) };
    };
    const center = centerPage({ can: "desk" }, () => ({}));
    const here = "/tickets-center?status=open";
    const back = `center_back=${encodeURIComponent(here)}`;
    expect(await led(center, here, "lang=hi")).toMatchObject({
      back,
      toast: { key: "session.centerFirst", about: { to: "/login", name: "सेंटर के रूप में लॉगिन करें" } },
    });
    expect(await led(center, here, "center_session=gone")).toMatchObject({
      back,
      toast: { key: "session.ended", about: { to: "/login" } },
    });
    const onboarder = onboarderPage(() => ({}));
    expect(await led(onboarder, "/center-onboard-view-centers", "onboarder_session=gone")).toMatchObject({
      toast: { key: "session.ended", about: { to: "/center-onboard-login" } },
    });
    expect(
      (
        await led(
          adminPage({ can: "any admin" }, () => ({})),
          "/Home",
          "admin_session=gone",
        )
      ).toast?.about,
    ).toBe(undefined);
  });

  test("a login leads back once, to a page of this site alone", async () => {
    const toFrom = async (storedPath: string) => {
      const headers = { cookie: storedPath && `center_back=${encodeURIComponent(storedPath)}` };
      const door = openDoor({ request: new Request("http://localhost/login", { headers }), params: {} });
      const to = await wayBack(door, "center", "/brodcast-requests", { token: "new" });
      return [to, cookies(door.headers).includes("center_back=;")];
    };
    expect(await toFrom("/tickets-center?status=open")).toEqual(["/tickets-center?status=open", true]);
    for (const storedPath of ["", "https://example.com/", "//example.com", "/\\example.com"])
      expect(await toFrom(storedPath)).toEqual(["/brodcast-requests", true]);
  });

  test("R006 without a session leads an onboarder's page to /center-onboard-login", async () => {
    const loader = onboarderPage(() => ({}));
    const headers = { cookie: "center_session=gone" };
    const thrown = (await caught(loader(asking("/center-onboard-view-centers", { headers })))) as Response;
    expect([thrown.status, thrown.headers.get("location")]).toEqual([303, "/center-onboard-login"]);
    expect(cookies(thrown.headers)).not.toMatch(/toast=|_session=/);
  });

  test.each([
    [
      "center",
      centerPage({ can: "desk" }, () => ({})),
      centerActions({ save: { can: "desk", limit: "test", run: () => {}, unkeyed: "test" } }),
    ],
    [
      "onboarder",
      onboarderPage(() => ({})),
      onboarderActions({ save: { limit: "test", run: () => {}, unkeyed: "test" } }),
    ],
    [
      "admin",
      adminPage({ can: "any admin" }, () => ({})),
      adminActions({ save: { can: "any admin", limit: "test", fresh: "work", run: () => {}, unkeyed: "test" } }),
    ],
  ])(
    "R020, R021–R024 a session of a %s that is over leads to the admin login, from pages and forms",
    async (portal, loader, action) => {
      const cookie = `${portal}_session=gone`;
      const answers = [
        await caught(loader(asking("/somewhere", { headers: { cookie } })) as Promise<unknown>),
        await caught(action(posting({ intent: "save" }, { cookie })) as Promise<unknown>),
      ] as Response[];
      for (const answer of answers) {
        expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin-login"]);
        expect(cookies(answer.headers)).toMatch(new RegExp(`^${portal}_session=; .*Max-Age=0`));
      }
    },
  );

  test("R025 on the list of admin users a session that is over leads to the centers' login, and nowhere else", async () => {
    const loader = adminPage({ can: "any admin" }, () => ({}));
    const ledTo = async (path: string, cookie: string) => {
      const answer = (await caught(loader(asking(path, { headers: { cookie } })))) as Response;
      return [answer.headers.get("location"), /^admin_session=; .*Max-Age=0/.test(cookies(answer.headers))];
    };
    expect(await ledTo("/users?search=a", "admin_session=gone")).toEqual(["/login", true]);
    expect(await ledTo("/usersdetails", "admin_session=gone")).toEqual(["/admin-login", true]);
    expect(await ledTo("/users", "lang=en")).toEqual(["/admin-login", false]);
  });

  test("R007 without a session leads an admin's page to /admin-login", async () => {
    const thrown = (await caught(adminPage({ can: "any admin" }, () => ({}))(asking("/Home")))) as Response;
    expect([thrown.status, thrown.headers.get("location")]).toEqual([303, "/admin-login"]);
    expect(cookies(thrown.headers)).toBe("");
  });

  test("R011 a session that is over ends its own cookie only and says so", async () => {
    const loader = centerPage({ can: "desk" }, () => ({}));
    const headers = { cookie: "center_session=gone; admin_session=other" };
    const thrown = (await caught(loader(asking("/tickets-center", { headers })))) as Response;
    expect(cookies(thrown.headers)).toMatch(/^center_session=; .*Max-Age=0/);
    expect(cookies(thrown.headers)).toMatch(/toast=/);
    expect(cookies(thrown.headers)).not.toMatch(/admin_session/);
  });

  test("one browser works as an admin, a center and an onboarder side by side, each page as its own", async () => {
    const people = { admin: await anAdmin(), center: await aCenter(), onboarder: await anOnboarder() };
    const jar: string[] = [];
    for (const [kind, { id }] of Object.entries(people) as [keyof typeof people, { id: string }][]) {
      const { token } = await openSession({ kind, subjectId: id, via: "cookie", address: "x" });
      jar.push(`${kind}_session=${token}`);
    }
    const headers = { cookie: jar.join("; ") };
    const seen = async (loader: (args: ReturnType<typeof asking>) => Promise<unknown>) =>
      ((await loader(asking("/page", { headers }))) as Answer).data.id;
    expect(await seen(adminPage({ can: "any admin" }, ({ adminId }) => ({ id: adminId })))).toBe(people.admin.id);
    expect(await seen(centerPage({ can: "desk" }, ({ centerId }) => ({ id: centerId })))).toBe(people.center.id);
    expect(await seen(onboarderPage(({ onboarderId }) => ({ id: onboarderId })))).toBe(people.onboarder.id);
  });

  test("R009 shared with the admin's desk: by the query and an admin's cookie the admin's, otherwise the portal's", async () => {
    const shared = sharedWithAdmin({
      by: "edit",
      portal: onboarderPage(() => ({ door: "onboarder" })),
      admin: adminPage({ can: "any admin" }, () => ({ door: "admin" })),
    });
    const { token } = await openSession({
      kind: "admin",
      subjectId: (await anAdmin()).id,
      via: "cookie",
      address: "x",
    });
    const admin = { headers: { cookie: `admin_session=${token}` } };
    expect(((await shared(asking("/page?edit=1", admin))) as unknown as Answer).data).toEqual({ door: "admin" });
    const ledTo = async (path: string, init?: RequestInit) =>
      ((await caught(shared(asking(path, init)) as Promise<unknown>)) as Response).headers.get("location");
    expect(await ledTo("/page", admin)).toBe("/center-onboard-login");
    expect(await ledTo("/page?edit=", admin)).toBe("/center-onboard-login");
    expect(await ledTo("/page?edit=1")).toBe("/center-onboard-login");
    expect(await ledTo("/page?edit=1", { headers: { cookie: "admin_session=gone" } })).toBe("/admin-login");
  });

  test("a bug is thrown on as it is, for the log", async () => {
    const bug = new TypeError("x is not a function");
    const loader = publicPage({ limit }, (): null => {
      throw bug;
    });
    expect(await caught(loader(asking()))).toBe(bug);
  });

  test("the query and the path's parameters are parsed, a path's parameter wins", async () => {
    const loader = publicPage(
      { limit, query: z.object({ id: z.string(), page: z.coerce.number() }) },
      (_actor, query) => query,
    );
    const { data } = (await loader({ ...asking("/x?id=a&page=2"), params: { id: "b" } })) as unknown as Answer;
    expect(data).toEqual({ id: "b", page: 2 });
  });

  test("asked for with an id that cannot be one is not found; another wrong query is refused", async () => {
    const query = z.object({ edit: z.uuid("error.notFound").optional(), page: z.coerce.number().optional() });
    const loader = publicPage({ limit, query }, () => ({}));
    const status = async (path: string) => ((await caught(loader(asking(path)))) as Answer).init.status;
    expect([await status("/x?edit=nonsense"), await status("/x?page=one")]).toEqual([404, 422]);
  });

  test("at a path with an id that cannot be one there is nothing", async () => {
    const loader = publicPage({ limit, query: z.object({ id }) }, () => ({}));
    const { init } = (await caught(loader({ ...asking("/files/nonsense"), params: { id: "nonsense" } }))) as Answer;
    expect(init.status).toBe(404);
  });

  test("anyone is known by address, and a console's page is kept by nobody", async () => {
    const { data } = (await publicPage({ limit }, (actor) => ({ actor }))(asking())) as unknown as Answer;
    expect(data).toEqual({ actor: { kind: "anyone", phones: [], address: "10.0.0.1" } });
  });
});

describe("a form", () => {
  const action = publicActions({
    book: {
      limit: "test",
      input: z.object({ name: text(30), otp: z.string() }),
      run: () => {},
      say: "error.changed",
      to: "/done",
    },
    again: { limit: "test", run: () => {}, say: "error.changed" },
    show: { limit: "test", run: () => ({ sent: true }) },
    ...Object.fromEntries(refusals.map(([kind, error]) => [kind, { limit: "test", run: () => Promise.reject(error) }])),
  });

  test.each(refusals)(
    "that is refused as %s answers its sentence and keeps what was typed",
    async (kind, error, status) => {
      const { data, init } = (await action(
        posting({ intent: kind, name: "Asha", otp: "123456" }),
      )) as unknown as Answer;
      expect(init.status).toBe(status);
      expect(data).toMatchObject({ intent: kind, problem: error.key, values: { name: "Asha" } });
      expect(JSON.stringify(data)).not.toContain("123456");
    },
  );

  test("with a wrong field answers 422 with keys by field", async () => {
    const { data, init } = (await action(posting({ intent: "book", name: "", otp: "123456" }))) as unknown as Answer;
    expect(init.status).toBe(422);
    expect(data).toMatchObject({ errors: { name: "form.incomplete" } });
  });

  test("above its intent's limit is refused before anything is done, its words kept; another intent is not", async () => {
    let done = 0;
    const limit = { name: "one", account: 1, network: 1 };
    const limited = publicActions({
      once: {
        limit,
        run: () => {
          done += 1;
        },
        say: "error.changed",
      },
      often: { limit: "It changes nothing", run: () => {}, say: "error.changed" },
    });
    const sent = async (intent: string) => {
      const answer = (await limited(posting({ intent, name: "Asha" }))) as unknown as Answer & Response;
      return answer.init?.status ?? answer.status;
    };
    expect([await sent("once"), await sent("once"), await sent("often")]).toEqual([303, 429, 303]);
    expect(done).toBe(1);
  });

  test("that is done leads on with its sentence", async () => {
    const answer = (await action(posting({ intent: "book", name: "Asha", otp: "1" }))) as unknown as Response;
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/done"]);
    expect(cookies(answer.headers)).toMatch(/^toast=/);
  });

  test("that is done without an address comes back to its page", async () => {
    const answer = (await action(posting({ intent: "again" }))) as unknown as Response;
    expect(answer.headers.get("location")).toBe("/page?x=1");
  });

  test("may answer without leaving", async () => {
    const { data } = (await action(posting({ intent: "show" }))) as unknown as Answer;
    expect(data).toMatchObject({ intent: "show", result: { sent: true } });
  });

  test("with an intent nobody declared is refused", async () => {
    const { data, init } = (await action(posting({ intent: "toString" }))) as unknown as Answer;
    expect([init.status, data.problem]).toEqual([422, "error.method"]);
  });
});

describe("a resource", () => {
  test.each(refusals)("that is refused as %s answers JSON with its status", async (_kind, error, status) => {
    const answer = await publicResource({ limit }, () => Promise.reject(error))(asking());
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ problem: error.key });
  });

  test("that is signed reads no session", async () => {
    const loader = signedResource("provider", async (door, actor) =>
      Response.json({ actor, cookie: door.cookie("lang") ?? null }),
    );
    expect(loader.gate.as).toBe("signed");
    expect(await (await loader(asking())).json()).toEqual({
      actor: { kind: "system", name: "provider" },
      cookie: null,
    });
    const refused = signedResource("provider", () => Promise.reject(unauthenticated()));
    expect((await refused(asking())).status).toBe(401);
  });
});
