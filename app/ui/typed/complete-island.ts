/** A form whose button does nothing until every field it requires has a value. */
export default function complete(element: HTMLElement, left: AbortSignal) {
  const form = element as HTMLFormElement;
  const show = () => {
    const button = form.querySelector<HTMLButtonElement>("button:not([type=button])");
    const required = [...form.querySelectorAll<HTMLInputElement>(":is(input, select, textarea):required")];
    if (button) button.disabled = required.some(({ value }) => value.trim() === "");
  };
  for (const type of ["input", "change", "changed"]) form.addEventListener(type, show);
  // A page that was read anew says nothing of what is typed.
  document.addEventListener("page:shown", show, { signal: left });
  show();
}
