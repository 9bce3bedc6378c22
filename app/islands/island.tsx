import type { ComponentProps, ComponentType } from "react";
import type { IslandName } from "./registry.ts";

/**
 * A component that wakes alone on a public page. The server renders it inside a marked element with its props
 * (JSON only, texts included); the browser wakes it at first touch, or at once with `wake="load"`.
 */
// biome-ignore lint/suspicious/noExplicitAny: an island takes whatever props its component takes
export function island<C extends ComponentType<any>>(name: IslandName, Component: C, wake: "touch" | "load" = "touch") {
  return function Island(props: ComponentProps<C>) {
    return (
      <div data-island={name} data-props={JSON.stringify(props)} data-wake={wake} className="contents">
        <Component {...props} />
      </div>
    );
  };
}
