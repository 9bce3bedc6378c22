/**
 * The file of an upload, looked at before it is sent: one of another kind, or above `data-most` bytes, is refused in the
 * texts `data-kind` and `data-large`, and is not sent. A new one takes the place of the one that is stored.
 */
export default function sheet(element: HTMLElement) {
  const { most, kind, large } = element.dataset;
  const input = element.querySelector<HTMLInputElement>("input[type=file]")!;
  const line = element.querySelector("[data-refusal]")!;
  const stored = element.querySelector<HTMLFieldSetElement>("[data-stored]");
  const refusalOf = ({ name, size }: File) =>
    !/\.(csv|xlsx?)$/i.test(name) ? kind : size > Number(most) ? large : undefined;
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    const refusal = file && refusalOf(file);
    line.textContent = refusal ?? "";
    if (refusal) input.value = "";
    const replaced = Boolean(file) && !refusal;
    if (stored) stored.hidden = stored.disabled = replaced;
    if (replaced) element.querySelector(".wrong")?.remove();
    input.ariaInvalid = refusal ? "true" : null;
  });
}
