/** A form of a choice, which is sent as soon as it changes. */
export default function applied(element: HTMLElement) {
  element.addEventListener("change", () => (element as HTMLFormElement).requestSubmit());
}
