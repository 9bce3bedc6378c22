import type { Command } from "commander";
import { command, sayingYes } from "./declare.ts";
import { action } from "./run.ts";

/** Administrators: who signs in, their second factor and their phone. */
export function adminCommands(admin: Command) {
  command(admin, "create", "a new administrator; the password is made here and printed once", [
    "npm run cli -- admin create --username asha --name 'Asha Rao'",
    "npm run cli -- admin create --username asha --name 'Asha Rao' --password-stdin < password.txt",
  ])
    .requiredOption("--username <name>", "what they sign in with")
    .requiredOption("--name <name>", "what they are called")
    .option("--role-id <id>", "a role's permissions instead of SUPER_ADMIN")
    .option("--client-id <id>", "a client's desk instead of SUPER_ADMIN")
    .option("--mobile <number>", "10 digits; needed to reset the password by OTP")
    .option("--password-stdin", "read the password from the first line of stdin")
    .option("--dry-run", "check everything, create nothing")
    .action(action(async () => (await import("./commands/admin.ts")).create));

  sayingYes(
    command(admin, "reset-totp <username>", "take a second factor away, for who lost phone and recovery codes", [
      "npm run cli -- admin reset-totp asha --yes",
    ]),
  ).action(action(async () => (await import("./commands/admin.ts")).resetTotp));

  sayingYes(
    command(
      admin,
      "set-mobile <username> <number>",
      "the mobile number that resets an admin's password; sets it as proved",
      ["npm run cli -- admin set-mobile asha 9876543210 --yes"],
    ),
  ).action(action(async () => (await import("./commands/admin.ts")).setMobileNumber));
}
