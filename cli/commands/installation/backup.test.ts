import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newestBackup } from "#modules/installation/index.ts";
import { storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { appUrl, asOwner, folder, openDatabase, ownerUrl } from "#modules/testing/database.ts";
import { cli, cliWith } from "../../testing/command.ts";

openDatabase();

/* Where a backup is written to, how long it may take, what it says, and what a look at one needs. */

const backups = path.join(folder, "backups");
let key: string;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const about = { ownerKind: "ticket", ownerId: "00000000-0000-7000-8000-000000000001" };
  ({ key } = await storeBlob(Buffer.from("a picture"), { ...about, kind: "onsite", mime: "image/jpeg" }));
});
beforeEach(() => {
  rmSync(backups, { recursive: true, force: true });
  mkdirSync(backups);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const blob = () => path.join(folder, "blobs", key);

test("a mistyped folder is said before anything is read, and is not made", async () => {
  const mistyped = path.join(backups, "gharsewa");
  for (const args of [
    ["--into", mistyped],
    [path.join(mistyped, "one.tar")],
    ["--into", mistyped, "--if-older", "23"],
  ]) {
    const { code, out, err } = await cli("backup", ...args);
    expect([code, out, err]).toEqual([
      1,
      "",
      `There is no folder ${mistyped}: is its name right? A backup makes none\n`,
    ]);
  }
  writeFileSync(mistyped, "");
  expect((await cli("backup", "--into", mistyped)).err).toBe(`${mistyped} is no folder\n`);
  expect(readdirSync(backups)).toEqual(["gharsewa"]);
});

test("a disk that does not answer ends a backup when its time is over, and leaves nothing half", async () => {
  rmSync(blob());
  execFileSync("mkfifo", [blob()]);
  try {
    const { code, out, err } = await cli("backup", "--into", backups, "--within", "4s");
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^The backup was given up after 4s, .*\.tar was not written\. --within gives it longer\n$/);
    expect(readdirSync(backups)).toEqual([]);
  } finally {
    rmSync(blob());
    writeFileSync(blob(), "a picture");
  }
  for (const time of ["0s", "4", "501h", "-1h", "a day"])
    expect([time, (await cli("backup", "--into", backups, "--within", time)).code]).toEqual([time, 2]);
});

test("a backup says one line, each table only with -v, and is known afterwards with its place", async () => {
  const { code, out, err } = await cli("backup", "--into", backups);
  const [name] = readdirSync(backups);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^Wrote \S+: \d+ tables with [^\n]*; APP_SECRET and erasures\.jsonl are not in it[^\n]*\n$/);
  expect(await newestBackup()).toEqual({ at: expect.any(Date), to: path.join(backups, name!) });
  const loud = await cli("backup", path.join(backups, "loud.tar"), "-v");
  expect(loud.err.split("\n").length).toBeGreaterThan(50);
});

test("backups that lack files do not fill the disk: the newest of them stays, beside the whole ones", async () => {
  expect((await cli("backup", "--into", backups, "--keep", "2")).code).toBe(0);
  const [first] = readdirSync(backups);
  const earlier = "gharseva-20200101T000000Z.incomplete.tar";
  writeFileSync(path.join(backups, earlier), "");
  rmSync(blob());
  try {
    const { code, out } = await cli("backup", "--into", backups, "--keep", "1", "--json");
    expect([code, JSON.parse(out).removed]).toEqual([1, [earlier]]);
  } finally {
    writeFileSync(blob(), "a picture");
  }
  expect(readdirSync(backups)).toEqual([first, expect.stringMatching(/^gharseva-\d{8}T\d{6}Z\.incomplete\.tar$/)]);
  expect((await newestBackup())?.to).toBe(path.join(backups, first!));
});

test("a look at a backup needs the backup alone: what could not be looked at is said", async () => {
  const tar = path.join(backups, "one.tar");
  expect((await cli("backup", tar)).code).toBe(0);
  const bare = { DATABASE_URL: "postgresql://a:b@127.0.0.1:1/none", BLOB_DIR: path.join(folder, "none") };
  const looked = await cliWith(bare, "restore", tar, "--dry-run");
  expect([looked.code, looked.err]).toEqual([0, ""]);
  expect(looked.out).toMatch(
    /^The backup is whole\. Would restore .*\nThe database was not looked at: The database does not answer: .*\n$/,
  );
  const withoutOwner = await cliWith({ ...bare, DATABASE_URL: appUrl }, "restore", tar, "--dry-run", "--json");
  expect([withoutOwner.code, JSON.parse(withoutOwner.out).notChecked]).toEqual([
    0,
    ["The database was not looked at: OWNER_DATABASE_URL is not set"],
  ]);
  const refused = new URL(ownerUrl);
  refused.password = "another";
  const wrong = await cliWith({ ...bare, DATABASE_URL: refused.href }, "restore", tar, "--dry-run");
  expect([wrong.code, wrong.out]).toEqual([0, expect.stringContaining("The database refuses user or password")]);
  expect(existsSync(bare.BLOB_DIR)).toBe(false);
  writeFileSync(tar, "x");
  expect((await cliWith(bare, "restore", tar, "--dry-run")).code).toBe(1);
  expect((await asOwner("select from restorations")).length).toBe(0);
});
