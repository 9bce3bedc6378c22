/**
 * Says who comes to a pincode as soon as its six digits are there. The element is the form; its part with `data-served`
 * has the sentences: `data-many` with {n} and {place}, `data-one` and `data-none` with {place}. Without an answer the form
 * says it when it is sent.
 */
export default function servedPlace(form: HTMLElement) {
  const pincode = form.querySelector<HTMLInputElement>("[name=pincode]");
  const answer = form.querySelector<HTMLElement>("[data-served]");
  const words = answer?.querySelector("p");
  if (!pincode || !answer || !words) return;

  const look = async () => {
    const entered = pincode.value;
    answer.hidden = true;
    if (!/^[1-9]\d{5}$/.test(entered)) return;
    const response = await fetch(`/pincodes/${entered}`);
    if (!response.ok || pincode.value !== entered) return;
    const { city, centers } = (await response.json()) as { city: string | null; centers: number };
    const { many = "", one = "", none = "" } = answer.dataset;
    const sentence = centers >= 3 ? many : centers > 0 ? one : none;
    words.textContent = sentence
      .replace("{n}", String(centers))
      .replace("{place}", city ? `${city} ${entered}` : entered);
    answer.toggleAttribute("data-unserved-place", centers === 0);
    answer.hidden = false;
  };
  pincode.addEventListener("input", () => void look().catch(() => {}));
  if (answer.hidden) void look().catch(() => {});
}
