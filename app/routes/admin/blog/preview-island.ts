/** Shows the form's content as readers would see it, in a dialog above it (`data-preview` of the answer of `data-to`). */
export default function preview(element: HTMLElement) {
  const button = element.querySelector("button")!;
  const line = element.querySelector<HTMLElement>("[data-none]")!;
  element.hidden = false;
  button.addEventListener("click", async () => {
    line.textContent = "";
    const dialog = await previewOf(button.form!, element.dataset.to!).catch(() => null);
    if (dialog) open(dialog);
    else line.textContent = line.dataset.none ?? "";
  });

  function open(dialog: HTMLDialogElement) {
    dialog.dataset.added = "";
    element.closest("dialog")!.append(dialog);
    dialog.showModal();
    dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      button.focus();
    });
  }
}

async function previewOf(form: HTMLFormElement, to: string) {
  const fields = ["title", "author", "summary", "categories", "content", "pictureId"];
  const written = new FormData(form);
  const body = new URLSearchParams(fields.map((name) => [name, String(written.get(name) ?? "")]));
  body.set("intent", "preview");
  const answer = await fetch(to, { method: "POST", body, headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const dialog = page.querySelector<HTMLDialogElement>("dialog[data-preview]");
  return dialog && document.adoptNode(dialog);
}
