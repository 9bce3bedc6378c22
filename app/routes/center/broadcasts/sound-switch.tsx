import { useEffect, useState } from "react";
import { isQuiet, setQuiet } from "#app/parts/centers/chime.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";

/** A switch for the sound of new requests in this browser; without JavaScript there is none. */
export function SoundSwitch() {
  const say = useSay();
  const [quiet, set] = useState<boolean>();
  useEffect(() => set(isQuiet()), []);
  return (
    <div className={`push-switch ${quiet === undefined ? "not-yet" : ""}`}>
      <button
        type="button"
        role="switch"
        aria-checked={!quiet}
        onClick={() => {
          setQuiet(!quiet);
          set(!quiet);
        }}
      >
        <Icon name="volume-2" />
        <span>{say("center.sound")}</span>
        <i aria-hidden="true" />
      </button>
    </div>
  );
}
