/**
 * The feedback form: it can be sent once every question is answered, and says how many are (R108). Brought back from
 * memory by Back, it may have been sent already: then the page is checked anew (R103).
 */
export default function answers(element: HTMLElement) {
  const form = element as HTMLFormElement;
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
  const why = form.querySelector<HTMLElement>("[data-why]");
  const done = form.querySelector<HTMLElement>("[data-done]");
  const questions = new Set([...form.querySelectorAll<HTMLInputElement>("input[type=radio]")].map(({ name }) => name));

  const judge = () => {
    const answered = form.querySelectorAll("input[type=radio]:checked").length;
    if (button) button.disabled = answered < questions.size;
    if (why) why.hidden = answered === questions.size;
    if (done) done.textContent = (done.dataset.done ?? "").replace("{done}", String(answered));
  };
  form.addEventListener("change", judge);
  judge();
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    form.textContent = form.dataset.loading ?? "";
    location.reload();
  });
}
