import type { Door } from "#app/http/request/door.server.ts";
import type { Switched } from "#modules/kernel/lists/switched.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/** The toast after a switch: what is so from now on, or that it was so already, as where another window switched it before. */
export function saySwitched(door: Door, { isActive, changed }: Switched, words: { on: MessageKey; off: MessageKey }) {
  if (changed) door.toast(isActive ? words.on : words.off);
  else door.toast(isActive ? "desk.activeAlready" : "desk.inactiveAlready", undefined, "warn");
}
