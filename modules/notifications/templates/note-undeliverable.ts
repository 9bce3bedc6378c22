import { configure, env } from "#modules/kernel/env.server.ts";
import { templateProblems } from "./check-templates.ts";
import { allTemplates } from "./templates.ts";

/**
 * Note for this process which messages would not be delivered, so that it takes no requests meanwhile; called once at its
 * start. Returns the problems in words.
 */
export function noteUndeliverable(): string[] {
  const otps = allTemplates().filter(({ key }) => key === "otp" || key === "otpPlain");
  configure({ undeliverable: templateProblems(), otpDeliverable: templateProblems(otps).length === 0 });
  return env.undeliverable;
}
