import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readSources } from "./configuration-source.server.ts";

const folder = mkdtempSync(path.join(tmpdir(), "gharseva-configuration-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (name: string, ...lines: string[]) => {
  const file = path.join(folder, name);
  writeFileSync(file, lines.join("\n"));
  return file;
};

test("the file that is named is read, and a variable of the environment stands over it, an empty one too", () => {
  const CONFIG_FILE = written("env", "PORT=3000", "HOST=10.0.0.7", "METRICS_PORT=9464");
  const { values, origins, files, shared, problems } = readSources(
    { CONFIG_FILE, PORT: "3001", METRICS_PORT: "" },
    "/",
  );
  expect(values).toEqual({ CONFIG_FILE, PORT: "3001", HOST: "10.0.0.7", METRICS_PORT: "" });
  expect(origins).toMatchObject({ PORT: "environment", HOST: `${CONFIG_FILE}:2`, METRICS_PORT: "environment" });
  expect([files, shared, problems]).toEqual([[CONFIG_FILE], { HOST: "10.0.0.7" }, []]);
});

test("without a name it is .env beside package.json, which need not be there; a named one must be, and be readable", () => {
  expect(readSources({ PORT: "1" }, folder)).toMatchObject({ values: { PORT: "1" }, files: [], problems: [] });
  const env = written(".env", "PORT=3000");
  expect(readSources({ CONFIG_FILE: "" }, folder)).toMatchObject({ values: { PORT: "3000" }, files: [env] });
  const missing = path.join(folder, "missing");
  expect(readSources({ CONFIG_FILE: missing }, folder).problems).toEqual([`${missing} is not there`]);
  expect(readSources({ CONFIG_FILE: "missing" }, folder).problems).toEqual([`${missing} is not there`]);
  // What Docker makes of a file that is mounted and not there.
  expect(readSources({ CONFIG_FILE: folder }, folder).problems).toEqual([`${folder} is a folder`]);
  expect(readSources({ CONFIG_FILE: written("long", "#".repeat(1024 * 1024 + 1)) }, folder).problems).toEqual([
    `${path.join(folder, "long")} is larger than 1 MB`,
  ]);
  if (process.getuid?.() === 0) return;
  chmodSync(env, 0);
  expect(readSources({}, folder).problems).toEqual([`${env} cannot be read by this user`]);
});

test("the owner's secrets stand in a file of their own, that holds nothing else and is given to no child process", () => {
  const CONFIG_FILE = written("common", "PORT=3000", "OWNER_DATABASE_URL=postgresql://o:x@db/a", "POSTGRES_PASSWORD=");
  const OWNER_CONFIG_FILE = written("owner", "OWNER_DATABASE_URL='postgresql://o:y@db/a'", "PORT=80");
  const both = readSources({ CONFIG_FILE, OWNER_CONFIG_FILE }, "/");
  expect(both.values.OWNER_DATABASE_URL).toBe("postgresql://o:y@db/a");
  expect(both.shared.OWNER_DATABASE_URL).not.toBe("postgresql://o:y@db/a");
  expect(both.values.PORT).toBe("3000");
  expect(both.problems).toEqual([
    `${OWNER_CONFIG_FILE}, line 2: PORT belongs to the common file: this one has the database owner's address alone`,
  ]);
  expect(both.warnings).toEqual([
    `${CONFIG_FILE}, line 2: OWNER_DATABASE_URL is the database owner's: move it to the file that OWNER_CONFIG_FILE names`,
  ]);
  // A process that gave the owner's address up.
  const gone = readSources({ CONFIG_FILE, OWNER_CONFIG_FILE: "", OWNER_DATABASE_URL: "" }, "/");
  expect(gone.values.OWNER_DATABASE_URL).toBe("");
});

test("what Node reads before any file is named when it stands in one; lines in doubt are named with their file", () => {
  const CONFIG_FILE = written("early", "NODE_ENV=production", "NODE_OPTIONS=--x", "CONFIG_FILE=y", "PORT=1 # one");
  const { warnings } = readSources({ CONFIG_FILE }, "/");
  expect(warnings.map((warning) => warning.slice(CONFIG_FILE.length, CONFIG_FILE.length + 24))).toEqual([
    ", line 4: PORT has a # o",
    ", line 2: NODE_OPTIONS h",
    ", line 3: CONFIG_FILE ha",
  ]);
});

test("tests read no file", () => {
  mkdirSync(path.join(folder, "tested"));
  writeFileSync(path.join(folder, "tested", ".env"), "RAZORPAY_KEY_ID=rzp_live_x");
  expect(readSources({ NODE_ENV: "test" }, path.join(folder, "tested")).values).toEqual({ NODE_ENV: "test" });
});
