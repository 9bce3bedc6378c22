import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

let readOnly = false;

/** From here on this process makes no secret: where none is kept it has one of its own, which ends with it. */
export const makeNoSecret = () => {
  readOnly = true;
};

/** The sandbox's secret is kept in its data folder, so that every command on that folder uses the same one. */
export const storedSecret = (dataDir: string) =>
  readOnly && !existsSync(path.join(dataDir, "app-secret"))
    ? newSecret()
    : storedValue(dataDir, "app-secret", newSecret);
const newSecret = () => randomBytes(48).toString("base64url");

/** The retired secrets, one per line, the newest first. */
export const retiredSecrets = (dataDir: string) => {
  const file = path.join(dataDir, "app-secret-previous");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
};

/**
 * Replace the secret kept in the data folder and retire the old one. The list of retired secrets is written first, so
 * that an interruption at any point loses none. Must run in one process at a time. Returns both as they are now.
 */
export function rotateStoredSecret(dataDir: string): { appSecret: string; previousSecrets: string[] } {
  const retired = [storedSecret(dataDir), ...retiredSecrets(dataDir)];
  const previousSecrets = [...new Set(retired)];
  replaceStored(dataDir, "app-secret-previous", previousSecrets.join("\n"));
  const appSecret = newSecret();
  replaceStored(dataDir, "app-secret", appSecret);
  return { appSecret, previousSecrets };
}

/** Delete the retired secrets kept in the data folder. */
export const dropRetiredSecrets = (dataDir: string) =>
  rmSync(path.join(dataDir, "app-secret-previous"), { force: true });

/** Replaces a file atomically and flushes it: after a crash it has either its old or its new content. */
function replaceStored(dataDir: string, name: string, content: string) {
  const file = path.join(dataDir, name);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  renameSync(draft, file);
  const folder = openSync(dataDir, "r");
  fsyncSync(folder);
  closeSync(folder);
}

/** A value created once and kept in the data folder: the first process writes it, all processes read the same. */
export function storedValue(dataDir: string, name: string, make: () => string): string {
  const file = path.join(dataDir, name);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, make(), { mode: 0o600 });
    try {
      // Hard-linking is atomic and fails when another process was first.
      linkSync(draft, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return readFileSync(file, "utf8").trim();
}
