import { sources } from "#modules/kernel/env.server.ts";
import { log } from "#modules/kernel/log.server.ts";

/** Writes into the log what is doubtful in the configuration files; called once at the start of what runs unattended. */
export function logConfigurationWarnings() {
  for (const warning of sources.warnings) log.warn({ warning }, "the configuration file is doubtful");
}
