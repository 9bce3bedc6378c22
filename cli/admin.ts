import { randomInt } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { adminNamed, createAdmin } from "#modules/access/index.ts";
import { CreateAdmin } from "#modules/access/shared.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { withDatabase } from "./database.ts";
import { type GlobalOptions, show, UsageError } from "./run.ts";

type Options = GlobalOptions & {
  username: string;
  name: string;
  mobile?: string;
  roleId?: string;
  clientId?: string;
  passwordStdin?: boolean;
  dryRun?: boolean;
};

/** `admin create`: the password is made here and printed this once, or read from stdin; it is never a flag. */
export async function create(options: Options) {
  if (options.roleId && options.clientId) throw new UsageError("--role-id and --client-id exclude one another");
  const secret = options.passwordStdin ? await firstLine() : newSecret();
  const input = CreateAdmin.parse({
    userName: options.username,
    password: secret,
    name: options.name,
    ...(options.mobile && { mobile: options.mobile }),
    adminRole: options.roleId ? "ROLE" : options.clientId ? "CLIENT" : "SUPER_ADMIN",
    ...(options.roleId && { roleId: options.roleId }),
    ...(options.clientId && { clientId: options.clientId }),
  });
  const { userName, name, adminRole } = input;
  const made = await withDatabase(async () => {
    if (await adminNamed(userName)) throw conflict("admin.userNameTaken");
    return options.dryRun ? undefined : createAdmin({ kind: "system", name: "cli" }, input);
  });
  if (!made)
    return show({ wouldCreate: { userName, name, adminRole } }, `would create ${userName} (${adminRole})`, options);
  const printed = options.passwordStdin ? undefined : secret;
  const words = printed ? `\nPassword, shown this once: ${printed}` : "";
  show(
    { id: made.id, userName, name, adminRole, ...(printed && { password: printed }) },
    `Created ${userName} (${adminRole}).${words}`,
    options,
  );
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  throw new UsageError("--password-stdin: nothing came on stdin");
}

/** Five groups of four characters without look-alikes: 100 bits that can be read aloud. */
function newSecret(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("");
  return Array.from({ length: 5 }, group).join("-");
}
