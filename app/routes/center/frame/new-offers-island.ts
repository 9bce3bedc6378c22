import { chime, moreWait } from "#app/parts/centers/chime.ts";

/** Plays a sound when more requests wait than before (`data-count`). */
export default function newOffers(element: HTMLElement) {
  let known = element.dataset.count;
  element.addEventListener("changed", () => {
    const { count } = element.dataset;
    if (moreWait(known, count)) void chime();
    known = count;
  });
}
