import type { Refused } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { BrowserSwitch } from "./browser-switch.tsx";

type PushSwitchProps = {
  /** The server's public key, and the hashed addresses it pushes to in this session. */
  push: { key: string | null; here: string[] };
};

/**
 * A switch for push notifications of new requests in this browser. Permission is requested only when the switch is
 * pressed; without JavaScript, or where push is not configured, it is not shown.
 */
export function PushSwitch({ push: { key, here } }: PushSwitchProps) {
  const say = useSay();
  const refused = useAnswer<Refused>();
  if (!key) return null;
  const isRefused = refused?.intent === "subscribe" || refused?.intent === "unsubscribe";
  return (
    <BrowserSwitch
      data-enhance="push-switch"
      icon="bell"
      label={say("push.label")}
      describedBy="push-words"
      data={{
        "data-key": key,
        "data-here": here.join(" "),
        "data-problem": isRefused && refused.problem ? say(refused.problem, refused.params) : undefined,
        "data-unsupported": say("push.unsupported"),
        "data-blocked": say("push.blocked"),
        "data-off": say("push.hint"),
        "data-asking": say("push.asking"),
        "data-on": say("push.on"),
        "data-unreachable": say("push.unreachable"),
      }}
    >
      {/* The longest of its sentences keeps the room for each of them. */}
      <div
        className="grid max-w-2xl text-sm text-soft before:invisible before:[grid-area:1/1] before:content-[attr(data-room)]"
        data-room={say("push.blocked")}
      >
        <p id="push-words" className="[grid-area:1/1]" role="status" data-own="">
          {say("push.hint")}
        </p>
      </div>
    </BrowserSwitch>
  );
}
