/**
 * Enables the feedback form once every question is answered, and shows how many are (R108). When Back restores the page
 * from the back/forward cache, the form may have been sent already, so the page is reloaded (R103).
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
