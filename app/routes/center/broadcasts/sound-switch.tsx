import { useSay } from "#app/ui/base/say.tsx";
import { BrowserSwitch } from "./browser-switch.tsx";

/** A switch for the sound of new requests in this browser; without JavaScript there is none. */
export const SoundSwitch = () => (
  <BrowserSwitch data-enhance="sound-switch" icon="volume-2" label={useSay()("center.sound")} />
);
