import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useSay } from "#app/ui/base/say.tsx";
import type { MessageKey } from "#modules/messages/index.ts";
import { BrowserSwitch } from "./browser-switch.tsx";
import { endpointHere, type PushState, pushStateHere, subscribeHere, unsubscribeHere } from "./push-browser.ts";

const words: Record<PushState, MessageKey> = {
  unsupported: "push.unsupported",
  blocked: "push.blocked",
  off: "push.hint",
  asking: "push.asking",
  on: "push.on",
  unreachable: "push.unreachable",
};

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
  const server = useFetcher<{ problem?: MessageKey }>();
  const [detected, setState] = useState<PushState>();
  const state = detected ?? "off";
  const known = here.join();
  useEffect(() => {
    if (key) void pushStateHere(known.split(",")).then(setState);
  }, [key, known]);
  const refused = server.state === "idle" ? server.data?.problem : undefined;
  useEffect(() => {
    if (refused) setState("off");
  }, [refused]);
  if (!key) return null;

  const busy = state === "asking" || server.state !== "idle";
  const press = async () => {
    if (busy) return;
    try {
      if (state === "on") {
        const endpoint = (await endpointHere()) ?? "";
        server.submit({ intent: "unsubscribe", endpoint }, { method: "post" });
        await unsubscribeHere();
        return setState("off");
      }
      if (Notification.permission === "default") setState("asking");
      if ((await Notification.requestPermission()) !== "granted") return setState(await pushStateHere([]));
      server.submit({ intent: "subscribe", ...(await subscribeHere(key)) }, { method: "post" });
      setState("on");
    } catch {
      setState("unreachable");
    }
  };
  return (
    <BrowserSwitch
      on={detected && state === "on"}
      icon="bell"
      label={say("push.label")}
      busy={busy}
      disabled={state === "unsupported" || state === "blocked"}
      describedBy="push-words"
      onClick={() => void press()}
    >
      <p id="push-words" className="max-w-2xl text-sm text-soft" role="status">
        {say(refused || words[state])}
      </p>
    </BrowserSwitch>
  );
}
