import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { appUrl, folder, openDatabase } from "#modules/testing/database.ts";
import { anAdmin, aPhone } from "#modules/testing/factories.ts";
import { cli } from "../../testing/command.ts";
import type { Standin } from "../../testing/docker.ts";
import { ask, dropPlaces, empty } from "../../testing/places.ts";

openDatabase();

afterAll(async () => {
  await dropPlaces();
  rmSync(folder, { recursive: true, force: true });
});

const handbook = readFileSync(path.join(env.root, "docs/operations.md"), "utf8");
/** The commands of the restoration with containers, as they are to be typed. */
const [, block = ""] = /^With containers the same is done[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(handbook) ?? [];

test("the handbook's restoration with containers, typed as it is, brings a lost installation back", async () => {
  const [, name] = /\/backups\/(\S+\.tar)/.exec(block)!;
  const backups = path.join(folder, "backups");
  const bin = path.join(folder, "bin");
  const place = await empty();
  for (const each of [backups, bin]) mkdirSync(each, { recursive: true });
  await anAdmin({ userName: "asha" });
  const { id } = await registerConsumer(system("test"), { name: "Meera", phone: aPhone() });
  const about = { ownerKind: "ticket", ownerId: id, kind: "onsite", mime: "image/jpeg" };
  await storeBlob(Buffer.from("a picture"), about);
  expect((await cli("backup", path.join(backups, name!))).code).toBe(0);

  const app = new URL(appUrl);
  app.pathname = new URL(place.DATABASE_URL).pathname;
  const standin: Standin = {
    owner: { written: "postgresql://gharseva:letmein@db:5432/gharseva", real: place.DATABASE_URL },
    variables: {
      ...place,
      DATABASE_URL: app.href,
      OWNER_DATABASE_URL: "",
      APP_SECRET: env.appSecret,
      NODE_ENV: "development",
      LOG_LEVEL: "silent",
      NO_COLOR: "1",
    },
    volumes: { "/data": place.DATA_DIR, "/backups": backups },
    calls: path.join(folder, "calls"),
  };
  const erasure = { id: "0190a000-0000-7000-8000-000000000001", consumerId: id, key: "unknown", at: new Date() };
  writeFileSync(path.join(folder, "owner.env"), "# the owner\nPOSTGRES_PASSWORD=letmein\n");
  writeFileSync(path.join(folder, "erasures.jsonl"), `${JSON.stringify(erasure)}\n`);
  const stub = `#!/bin/sh\nexec "${process.execPath}" "${path.join(env.root, "cli/testing/docker.ts")}" "$@"\n`;
  writeFileSync(path.join(bin, "docker"), stub, { mode: 0o755 });
  const { PATH } = environmentWith({});
  const variables = environmentWith({ PATH: `${bin}:${PATH}`, STANDIN: JSON.stringify(standin) });
  const output = await new Promise<string>((resolve) =>
    execFile("sh", ["-c", block], { cwd: folder, env: variables }, (_error, out, err) => resolve(out + err)),
  );
  const calls = readFileSync(standin.calls, "utf8").trim().split("\n");
  const worker = Number(calls.find((line) => line.startsWith("pid "))?.slice(4));
  try {
    const failed = calls.filter(
      (line) => !/^(0|pid) /.test(line) && !/^1 exec web node cli\/main.ts doctor$/.test(line),
    );
    expect([failed, output]).toEqual([
      [],
      expect.stringContaining("Verified: the ledger keeps its rules, and 1 files"),
    ]);
    expect(output).toContain("asha (SUPER_ADMIN) may sign in");
    expect(await ask(place.DATABASE_URL, "select from restorations where released_at is null")).toEqual([]);
    expect(await ask(place.DATABASE_URL, `select from consumers where id = '${id}' and phone is not null`)).toEqual([]);
  } finally {
    process.kill(worker);
  }
}, 240_000);
