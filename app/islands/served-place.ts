import { showHours, showNearDay } from "#modules/kernel/clock.ts";
import type { Locale } from "#modules/messages/index.ts";

type Answer = {
  city: string | null;
  centers: number;
  /** The soonest free window. */
  soonest: { from: string; until: string } | null;
};

/**
 * Says who comes to a pincode, and when at the soonest, as soon as its six digits are there. The element is the form; its
 * part with `data-served` has the sentences: `data-many` with {n} and {place}, `data-one` and `data-none` with {place},
 * `data-soonest` with {when}, and the words `data-today` and `data-tomorrow`. Without an answer the form says it when it is
 * sent.
 */
export default function servedPlace(form: HTMLElement) {
  const pincode = form.querySelector<HTMLInputElement>("[name=pincode]");
  const answer = form.querySelector<HTMLElement>("[data-served]");
  const words = answer?.querySelector("b");
  const visit = answer?.querySelector("p > span");
  if (!pincode || !answer || !words || !visit) return;

  const look = async () => {
    const entered = pincode.value;
    answer.hidden = true;
    if (!/^[1-9]\d{5}$/.test(entered)) return;
    const response = await fetch(`/pincodes/${entered}`);
    if (!response.ok || pincode.value !== entered) return;
    const { city, centers, soonest } = (await response.json()) as Answer;
    const { many = "", one = "", none = "" } = answer.dataset;
    const sentence = centers >= 3 ? many : centers > 0 ? one : none;
    words.textContent = sentence
      .replace("{n}", String(centers))
      .replace("{place}", city ? `${city} ${entered}` : entered);
    visit.textContent = soonest ? (answer.dataset.soonest ?? "").replace("{when}", whenOf(soonest, answer)) : "";
    answer.toggleAttribute("data-unserved-place", centers === 0);
    answer.hidden = false;
  };
  pincode.addEventListener("input", () => void look().catch(() => {}));
  if (answer.hidden) void look().catch(() => {});
}

function whenOf({ from, until }: NonNullable<Answer["soonest"]>, { dataset }: HTMLElement) {
  const locale = document.documentElement.lang as Locale;
  const near = { today: dataset.today ?? "", tomorrow: dataset.tomorrow ?? "" };
  return `${showNearDay(from, near, locale)}, ${showHours(from, until, locale)}`;
}
