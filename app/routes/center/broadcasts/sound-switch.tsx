import { useEffect, useState } from "react";
import { isQuiet, setQuiet } from "#app/parts/centers/chime.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { BrowserSwitch } from "./browser-switch.tsx";

/** A switch for the sound of new requests in this browser; without JavaScript there is none. */
export function SoundSwitch() {
  const say = useSay();
  const [quiet, set] = useState<boolean>();
  useEffect(() => set(isQuiet()), []);
  return (
    <BrowserSwitch
      on={quiet === undefined ? undefined : !quiet}
      icon="volume-2"
      label={say("center.sound")}
      onClick={() => {
        setQuiet(!quiet);
        set(!quiet);
      }}
    />
  );
}
