import type { ComponentType } from "react";
import type { Loading } from "./island.ts";

/**
 * An island drawn by React: its component gets the properties that its element carries as JSON (`data-props`) and takes
 * the place of what the server rendered in it, which works without JavaScript. React is loaded with the first of them,
 * when it is touched. Its element has `data-own`: a page put in place changes nothing in it.
 */
export const reactIsland = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  wake: Loading["wake"] = "touch",
): Loading => ({
  wake,
  load: async () => {
    const [{ createElement }, { createRoot }, { default: Component }] = await Promise.all([
      import("react"),
      import("react-dom/client"),
      load(),
    ]);
    return {
      default: (element, left) => {
        const root = createRoot(element);
        root.render(createElement(Component, JSON.parse(element.dataset.props ?? "{}") as Props));
        left.addEventListener("abort", () => root.unmount());
      },
    };
  },
});
