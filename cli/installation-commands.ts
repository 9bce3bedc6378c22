import { type Command, Option } from "commander";
import { asOperator, atLeastOne, command, duration, needOneOf, needYes } from "./declare.ts";
import { action } from "./run.ts";

const chief = "a SUPER_ADMIN";

/** How an installation is kept, brought back and looked over. */
export function installationCommands(program: Command) {
  const backup = asOperator(
    command(
      program,
      "backup [to]",
      "copy database and files of a moment into a new folder, a .tar or stdout, while everything works on",
      [
        "npm run cli -- backup /backups/before-upgrade",
        "npm run cli -- backup --into /backups --keep 14           a .tar named by its time, and the 14 newest stay",
        "gharseva backup - | age -r age1… > gharseva.tar.age",
      ],
    ),
    chief,
  )
    .option("--into <folder>", "a .tar in this folder, named by its time")
    .option("--keep <n>", "with --into: how many backups stay there, the newest", atLeastOne)
    .option(
      "--if-older <hours>",
      "with --into: only if the newest backup there is older than so many hours",
      atLeastOne,
    )
    .addOption(
      new Option("--within <time>", "give up after so long (90m, 6h); what was written is removed")
        .argParser(duration)
        .default(duration("6h"), "6h"),
    )
    .option("-v, --verbose", "say each table as it is written")
    .option("--dry-run", "only say what it would hold");
  needOneOf(backup, "[to]", "--into").action(
    action(async () => (await import("./commands/installation/backup.ts")).backup),
  );
  const restore = asOperator(
    command(
      program,
      "restore [backup]",
      "make a backup the content of an empty database and of the blob folder; the copy sends nothing until it is released",
      [
        "npm run cli -- restore /backups/gharseva-20261124T203000Z.tar --dry-run",
        "npm run cli -- restore /backups/gharseva-20261124T203000Z.tar --verify",
        "npm run cli -- restore --release --yes",
      ],
    ),
    chief,
  )
    .option("--verify", "then check the ledger's rules, every file with its row, and that what is sealed can be read")
    .option("--any-secret", "also a backup whose secret is not known here; what it sealed stays unreadable")
    .option(
      "--keep-access",
      "admins, API keys and webhooks of the copy work on: for a backup after which none was taken away",
    )
    .option("--dry-run", "read and check the whole backup, write nothing; needs no database")
    .option("-v, --verbose", "say each table as it is read")
    .option("--release", "let a restored copy work its queues and send again")
    .option("--leave-unerased", "with --release: also while erasures cannot be done, because their secret is lost")
    .option("--hold", "hold a copy that was made by other means, before web and worker start on it")
    .option("--yes", "do it");
  needYes(restore, "required with --release and with --hold");
  needOneOf(restore, "[backup]", "--release", "--hold").action(
    action(async () => (await import("./commands/installation/restore.ts")).restore),
  );
  const config = program.command("config").description("the configuration as processes read it").exitOverride();
  command(config, "check", "what this command, web and worker read: each value with its place, secrets masked", [
    "npm run cli -- config check",
    "gharseva config check --json",
  ]).action(action(async () => (await import("./commands/installation/config.ts")).check));
  command(
    program,
    "doctor",
    "checks configuration, processes, addresses, database, disk, queues, backups and money; changes nothing",
    ["npm run cli -- doctor", "gharseva doctor --json"],
  )
    .option("--browser", "also look for a browser for the tests")
    .action(
      action(async () => {
        // It only looks; the secret is read with the configuration, which the next import brings.
        (await import("#modules/kernel/kept-with-data.server.ts")).makeNoSecret();
        return (await import("./commands/doctor/doctor.ts")).doctor;
      }),
    );
}
