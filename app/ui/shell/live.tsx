import { useNavigation, useRevalidator } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";
import { followNews } from "./live-source.ts";

/** Whether the stream is connected; undefined before the first try, and always without JavaScript. */
const Connected = createContext<boolean | undefined>(undefined);

/** Revalidates the pages inside whenever the stream at `path` has news. */
export function LiveNews({ path, children }: { path: string; children: ReactNode }) {
  const { revalidate, state } = useRevalidator();
  const idle = useNavigation().state === "idle" && state === "idle";
  const [connected, setConnected] = useState<boolean>();
  const due = useRef(false);
  const read = useRef(() => {});
  // News during a load wait until it is finished: a burst must not restart it again and again, nor abort the navigation
  // after a form.
  read.current = () => {
    if (idle) revalidate();
    else due.current = true;
  };
  useEffect(() => {
    if (!idle || !due.current) return;
    due.current = false;
    revalidate();
  }, [idle, revalidate]);
  useEffect(() => followNews(path, { news: () => read.current(), connected: setConnected }), [path]);
  return <Connected.Provider value={connected}>{children}</Connected.Provider>;
}

const dot = "before:size-2 before:rounded-full before:bg-green-700";

/** Shows whether the page updates by itself, or how to reload it without JavaScript. */
export function LiveHint() {
  const say = useSay();
  const { here } = useSite();
  const connected = useContext(Connected);
  return (
    <p
      className={`flex min-h-6 items-center gap-2 text-[0.9375rem] text-soft ${connected === false ? "" : dot} ${connected === undefined ? "before:invisible" : ""}`}
      data-live={connected ? "on" : "off"}
    >
      <noscript>
        <a className="link" href={here}>
          {say("live.reload")}
        </a>
      </noscript>
      <span className={connected === undefined ? "not-yet" : undefined}>
        {say(connected === false ? "live.off" : "live.on")}
      </span>
    </p>
  );
}
