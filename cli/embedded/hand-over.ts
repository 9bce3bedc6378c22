import { environmentWith } from "#modules/kernel/env.server.ts";
import { log } from "#modules/kernel/log.server.ts";

/**
 * The database variables of long-running processes: the application's address and no owner credentials. They are set
 * empty instead of being removed, so that the configuration file does not bring them back; the owner's is named no more.
 */
export const withoutOwner = (app: string) => ({
  DATABASE_URL: app,
  OWNER_DATABASE_URL: "",
  OWNER_CONFIG_FILE: "",
  TEST_DATABASE_URL: "",
  POSTGRES_PASSWORD: "",
  PGPASSWORD: "",
});

/**
 * Replaces this program by another one in the same process (execve), which has only the application's address: code
 * that is made to read its own memory or environment finds no owner credentials.
 */
export function handOver(app: string, args: readonly string[]): never {
  log.flush();
  process.execve?.(
    process.execPath,
    [process.execPath, ...process.execArgv, ...args],
    environmentWith(withoutOwner(app)),
  );
  throw new Error(
    "this system cannot hand a process over: give DATABASE_URL the application's role, and migrate apart",
  );
}
