import { consoleIslands } from "./console-islands.ts";
import { followNear } from "./exchange/go.ts";
import { followTyping } from "./exchange/typed-on.ts";
import { wakePage } from "./islands/wake.ts";
import { followFocus } from "./ui/keyboard/focus.ts";
import { followKeys } from "./ui/keyboard/keys.ts";

/** Starts a console's page: its islands, and the way from page to page. `data-awake` marks one that answers. */
export async function wakeConsole() {
  followTyping();
  followNear();
  followFocus();
  followKeys();
  await wakePage(consoleIslands);
  document.documentElement.dataset.awake = "";
}
