import { useNavigation, useRevalidator } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { followNews } from "./live-source.ts";
import { useSay } from "./say.tsx";
import { useSite } from "./site.ts";

/** Whether news come in; unknown before the browser has tried, and for good without JavaScript. */
const Connected = createContext<boolean | undefined>(undefined);

/** Reads the pages inside again whenever the stream at `path` has news for them. */
export function LiveNews({ path, children }: { path: string; children: ReactNode }) {
  const { revalidate, state } = useRevalidator();
  const idle = useNavigation().state === "idle" && state === "idle";
  const [connected, setConnected] = useState<boolean>();
  const due = useRef(false);
  const read = useRef(() => {});
  // News that come while the page is being read are read afterwards: a burst must not start it over and over, nor cut
  // off the page that follows a form.
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

/** Says that the page updates by itself, that it cannot just now, or how to see news without JavaScript. */
export function LiveHint() {
  const say = useSay();
  const { here } = useSite();
  const connected = useContext(Connected);
  return (
    <p className="live-hint" data-live={connected ? "on" : "off"}>
      <noscript>
        <a className="link" href={here}>
          {say("live.reload")}
        </a>
      </noscript>
      {connected !== undefined && say(connected ? "live.on" : "live.off")}
    </p>
  );
}
