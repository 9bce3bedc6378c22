import { randomInt } from "node:crypto";
import { createInterface } from "node:readline/promises";
import {
  adminNamed,
  createAdmin,
  needsSecondFactor,
  resetSecondFactor,
  secondFactorOf,
  setMobile,
} from "#modules/access/index.ts";
import { type AdminCard, CreateAdmin, SendOtp } from "#modules/access/shared.ts";
import { env } from "#modules/kernel/env.server.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { withDatabase, withPreparedDatabase } from "../embedded/database.ts";
import { house } from "../house.ts";
import { type GlobalOptions, show, tell, UsageError } from "../run.ts";

type Options = GlobalOptions & {
  username: string;
  name: string;
  mobile?: string;
  roleId?: string;
  clientId?: string;
  passwordStdin?: boolean;
  dryRun?: boolean;
};

/** `admin create`: the password is generated and printed once, or read from stdin; it is never a flag. */
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
  const made = await (options.dryRun ? withDatabase : withPreparedDatabase)(async () => {
    if (await adminNamed(userName)) throw conflict("admin.userNameTaken");
    return options.dryRun ? undefined : createAdmin(house(), input);
  });
  if (!made)
    return show({ wouldCreate: { userName, name, adminRole } }, `would create ${userName} (${adminRole})`, options);
  const printed = options.passwordStdin ? undefined : secret;
  const words = printed ? `\nPassword, shown this once: ${printed}` : "";
  const secondFactor = mustHave(made) ? "required" : env.adminTotp === "off" ? "off" : "optional";
  show(
    { id: made.id, userName, name, adminRole, secondFactor, ...(printed && { password: printed }) },
    `Created ${userName} (${adminRole}).${words}`,
    options,
  );
  tell(next[secondFactor], options);
}

const mustHave = ({ adminRole, role }: AdminCard) =>
  needsSecondFactor({ role: adminRole, permissions: role?.permissions ?? [] });

const login = `${env.publicUrl}/admin-login`;
const next = {
  required: `At the first login at ${login} they must set up a second factor: an authenticator app on their phone.`,
  optional: `They log in at ${login}; a second factor can be set up there under Security.`,
  off: `They log in at ${login} with the password alone (ADMIN_TOTP=off).`,
};

/**
 * `admin reset-totp <user name>`: for an admin who lost phone and recovery codes; without --yes it only prints whom.
 */
export async function resetTotp(options: GlobalOptions & { yes?: boolean; dryRun?: boolean }, userName: string) {
  const done = await withDatabase(async () => {
    const admin = await adminNamed(userName);
    if (!admin) throw missing("admin.notFound");
    const on = (await secondFactorOf(admin.id)) !== undefined;
    if (options.dryRun || !options.yes) return { userName: admin.userName, on, required: mustHave(admin) };
    return { ...(await resetSecondFactor(house(), userName)), on };
  });
  const words = `the second factor of ${done.userName} (${done.on ? "on" : "not on"}) and every session of theirs`;
  if (options.dryRun) return show({ wouldReset: done }, `would end ${words}`, options);
  if (!options.yes) throw new UsageError(`This ends ${words}\nSay --yes to do it, once you know who is asking.`);
  const advice = done.required
    ? `They log in at ${login} with the password, and set up their phone anew before anything else.`
    : `They log in at ${login} with the password, and can set up their phone anew under Security.`;
  show({ reset: done }, `Ended ${words}.`, options);
  tell(advice, options);
}

/**
 * `admin set-mobile <user name> <number>`: the number that resets the admin's password, which counts as proved; without
 * --yes it only prints whose. A number of another admin is refused.
 */
export async function setMobileNumber(
  options: GlobalOptions & { yes?: boolean; dryRun?: boolean },
  userName: string,
  number: string,
) {
  const { phone: mobile } = SendOtp.parse({ phone: number });
  const admin = await withDatabase(async () => {
    const account = await adminNamed(userName);
    if (!account) throw missing("admin.notFound");
    if (options.yes && !options.dryRun) await setMobile(house(), { userName, mobile });
    return { userName: account.userName };
  });
  const words = `the number that resets the password of ${admin.userName}`;
  if (options.dryRun) return show({ wouldSet: admin }, `would set ${words}`, options);
  if (!options.yes) throw new UsageError(`This sets ${words}\nSay --yes to do it, once you know whose number it is.`);
  show({ set: admin }, `Set ${words}.`, options);
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  throw new UsageError("--password-stdin: nothing came on stdin");
}

/** Five groups of four characters without look-alikes: 100 bits that can be read out. */
function newSecret(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("");
  return Array.from({ length: 5 }, group).join("-");
}
