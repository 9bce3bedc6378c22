import { useNavigate, useSubmit } from "@remix-run/react";
import { useEffect } from "react";

/*
 * Near links and forms are plain HTML that a console answers without loading the document anew. One listener of the page
 * serves them all: Remix's own `Link` and `Form` resolve their address against the routes each time they are drawn, and a
 * list has 70 of them.
 */

/** Marks a link or form as near, `stay` one that leaves the page scrolled as it is. */
export const nearness = (stay: boolean | undefined) => ({ "data-near": stay ? "stay" : "" });

/** Marks an element with many links, all of which are near. */
export const nearLinks = { "data-near-links": "" };

const closestElement = <Match extends HTMLElement>({ target }: Event, which: string) =>
  target instanceof Element ? target.closest<Match>(which) : null;

const keepsScroll = ({ dataset }: HTMLElement) => dataset.near === "stay";

/**
 * Answers the near links and forms of this page, unless somebody answered before; rendered once in a page. A dialog that
 * is open by its address is left without a trace in the browser's history.
 */
export function AnswersNear() {
  const navigate = useNavigate();
  const submit = useSubmit();
  useEffect(() => {
    const press = (event: MouseEvent) => {
      const link = closestElement<HTMLAnchorElement>(event, "a[data-near], [data-near-links] a");
      if (!link || event.defaultPrevented || opensElsewhere(event, link.target)) return;
      event.preventDefault();
      const to = link.getAttribute("href")!;
      const { pathname, search, hash } = window.location;
      const closes = link.closest<HTMLElement>("dialog[data-place]")?.dataset.place === to;
      navigate(to, { replace: closes || to === pathname + search + hash, preventScrollReset: keepsScroll(link) });
    };
    const send = (event: SubmitEvent) => {
      const form = closestElement<HTMLFormElement>(event, "form[data-near]");
      if (!form || event.defaultPrevented) return;
      event.preventDefault();
      const replace = form.closest("dialog[data-place]") !== null;
      submit((event.submitter as HTMLButtonElement | null) ?? form, { replace, preventScrollReset: keepsScroll(form) });
    };
    addEventListener("click", press);
    addEventListener("submit", send);
    return () => {
      removeEventListener("click", press);
      removeEventListener("submit", send);
    };
  }, [navigate, submit]);
  return null;
}

/** Whether the browser itself answers the press: with another button, in a new tab or window, as a download. */
const opensElsewhere = (event: MouseEvent, target: string) =>
  event.button !== 0 ||
  (target !== "" && target !== "_self") ||
  event.metaKey ||
  event.altKey ||
  event.ctrlKey ||
  event.shiftKey;
