import { exitCodes } from "./exit-codes.ts";
import { osUser } from "./house.ts";

/** What a person reads of an error of the system or of PostgreSQL, and the exit code. */
type Plain = { message: string; kind: string; code: number };

type Raw = {
  code?: string;
  message?: string;
  path?: string;
  dest?: string;
  port?: number;
  syscall?: string;
  cause?: unknown;
};

const unavailable = (message: string): Plain => ({ message, kind: "unavailable", code: exitCodes.failure });

/** The sentence of an error an operator can mend; undefined for all others, whose stack is needed. */
export function inPlainWords(error: unknown): Plain | undefined {
  if (!(error instanceof Error)) return undefined;
  const raw = error as Raw;
  return wordsFor(raw) ?? inPlainWords(raw.cause);
}

/** The configuration, where the checkout leads to it and where it lies. */
const isConfiguration = (path = "") => /(^|\/)(\.env|env|owner-env)$/.test(path);

/** Node says of a file of variables that this user may not read that it is not there. */
const unreadable = ["EACCES", "EPERM", "ENOENT"];

function closedConfiguration(path = ""): Plain {
  const message =
    `The configuration ${path} is closed to the user ${osUser()}: work as the product's user (sudo -u gharseva …) or have the ` +
    'group it is readable for (docs/operations.md, "People of the machine")';
  return { message, kind: "configuration", code: exitCodes.configuration };
}

function wordsFor({ code = "", message = "", path, dest, port, syscall }: Raw): Plain | undefined {
  if (syscall === "open" && unreadable.includes(code) && isConfiguration(path)) return closedConfiguration(path);
  const place = dest ?? path ?? "a file";
  switch (code) {
    case "ECONNREFUSED":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "ETIMEDOUT":
      return unavailable("The database does not answer: check DATABASE_URL, or run doctor");
    case "EACCES":
      if (port !== undefined)
        return unavailable(`Port ${port} is not this user's to open: choose one above 1023, as in PORT=3000`);
      return unavailable(
        `${place} is closed to this user: give it to them, or set another folder (DATA_DIR, BLOB_DIR)`,
      );
    case "EPERM":
      return unavailable(
        `${place} is closed to this user: give it to them, or set another folder (DATA_DIR, BLOB_DIR)`,
      );
    case "EROFS":
      return unavailable(`${place} is on a disk that may only be read: set another folder (DATA_DIR, BLOB_DIR)`);
    case "ENOTDIR":
    case "EEXIST":
      if (syscall !== "mkdir") return undefined;
      return unavailable(`${place} cannot be a folder, a file is in its way: set another folder (DATA_DIR, BLOB_DIR)`);
    case "ENOSPC":
    case "53100":
      return unavailable("The disk is full: make room and try again; doctor says how much is free");
    case "EADDRINUSE":
      return {
        message: `Port ${port ?? ""} is in use: stop what uses it, or choose another`,
        kind: "conflict",
        code: exitCodes.conflict,
      };
    case "28P01":
    case "28000":
      return unavailable("The database refuses user or password: check DATABASE_URL");
    case "3D000":
      return unavailable(`${sentence(message)}: create it (createdb), or check DATABASE_URL`);
    case "53300":
      return unavailable("The database has no connection left: stop what holds them, or raise max_connections");
    case "42501":
      if (!/create role/.test(message)) return undefined;
      return unavailable(
        "The owner's role may not create the application's: give it CREATEROLE (alter role … createrole), or create the " +
          "application's role and set both OWNER_DATABASE_URL and DATABASE_URL",
      );
    default:
      return undefined;
  }
}

const sentence = (message: string) => `${message.slice(0, 1).toUpperCase()}${message.slice(1)}`;
