import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { env, environmentWith } from "./env.server.ts";

/** What a process that runs this code writes into its log, a line each. */
function logged(code: string): Record<string, unknown>[] {
  const script = `
    const { log } = await import("./modules/kernel/log.server.ts");
    const failure = (code, message = "it failed") => Object.assign(new Error(message), { code, detail: "Key (phone)" });
    ${code}
    log.flush();`;
  const out = execFileSync("sh", ["-c", `exec "${process.execPath}" --input-type=module -e "$SCRIPT" 2>&1`], {
    cwd: env.root,
    env: environmentWith({ NODE_ENV: "development", LOG_LEVEL: "info", SCRIPT: script }),
  });
  return out
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test("an error's SQLSTATE or system code can be read, a code of somebody cannot", () => {
  const [unique, lost, secret, field] = logged(`
    log.error({ err: failure("23505") }, "refused");
    log.error({ err: failure("ECONNREFUSED") }, "away");
    log.error({ err: failure("482913") }, "wrong");
    log.info({ code: "23505" }, "a code");`);
  expect(unique!.err).toMatchObject({ sqlstate: "23505", message: "it failed" });
  expect(lost!.err).toMatchObject({ reason: "ECONNREFUSED" });
  expect(JSON.stringify([secret, unique])).not.toMatch(/482913|phone/);
  expect(field).toMatchObject({ code: "[redacted]" });
});

test("R13 what broke on somebody's words is logged without them, however deep they are in the error", () => {
  const lines = logged(`
    const caught = (act) => { try { act(); } catch (error) { return error; } };
    const broken = [
      caught(() => JSON.parse("Asha 'the first' Rao")),
      caught(() => new URL("Asha Rao")),
      caught(() => (undefined)["Asha"]),
      failure("22P02", 'invalid input syntax for type uuid: "Asha\\n\\"Rao\\""'),
      failure("22001", "insert into t values ('Asha', 'O''Rao') - value too long for type character varying(30)"),
      failure("23514", "new row violates a check - detail: Failing row contains (Asha,\\nRao)."),
      new AggregateError([failure("08006", 'no "Asha"')], "all failed"),
      new Error("outer", { cause: new Error('inner "Asha"') }),
      Object.assign(new Error("with more"), { previous: new Error("'Asha'"), row: { locality: "Asha" }, cells: ["Asha"] }),
      "Asha",
    ];
    for (const err of broken) log.error({ err }, "job failed " + log.level);
    log.info({ reason: "Asha is seen here" }, "the search works");`);
  expect(JSON.stringify(lines.at(-1))).toContain("Asha");
  expect(lines.slice(0, -1).filter((line) => /Asha|Rao/.test(JSON.stringify(line)))).toEqual([]);
  // What broke and where can still be read.
  const errors = lines.slice(0, -1).map(({ err }) => err as Record<string, unknown>);
  expect(errors[3]).toMatchObject({
    type: "Error",
    message: "invalid input syntax for type uuid: '…'",
    sqlstate: "22P02",
    stack: expect.stringContaining("at failure"),
  });
  expect(errors[6]).toMatchObject({ type: "AggregateError", aggregateErrors: [{ sqlstate: "08006" }] });
  expect(errors[7]).toMatchObject({ message: "outer: inner '…'" });
});

test("an error that comes again and again is written five times, then counted; others and news are all written", () => {
  const lines = logged(`
    const { mock } = await import("node:test");
    mock.timers.enable({ apis: ["setTimeout"] });
    const { repeatLimiter } = await import("./modules/kernel/said-again.ts");
    const counts = [];
    let now = 0;
    performance.now = () => now;
    for (let turn = 0; turn < 40; turn++) {
      log.error({ err: failure("57P01", "connection " + turn + " ended") }, "job queue");
      log.info({ turn }, "news");
    }
    log.error({ err: failure("23505") }, "job queue");
    const limiter = repeatLimiter((what, count) => counts.push([what, count]));
    const may = Array.from({ length: 12 }, () => limiter.may("away"));
    now = 10_001;
    mock.timers.tick(10_000);
    log.info({ may, counts, anew: limiter.may("away") }, "counted");`);
  const of = (words: string) => lines.filter(({ msg }) => msg === words);
  expect(of("job queue")).toHaveLength(6);
  expect(of("news")).toHaveLength(40);
  expect(of("counted")).toEqual([
    expect.objectContaining({
      may: [...Array(5).fill(true), ...Array(7).fill(false)],
      counts: [["away", 7]],
      anew: true,
    }),
  ]);
});
