import { userInfo } from "node:os";
import { type ActorOf, system } from "#modules/kernel/actor.ts";

/** The command line itself, which may do everything: the history names the machine's user beside it. */
export const house = (): ActorOf<"system"> => system(`cli:${osUser()}`);

/** The user this process runs as: with `sudo -u` it is the one whose rights are used. */
export function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container a user often has a number and no name.
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
