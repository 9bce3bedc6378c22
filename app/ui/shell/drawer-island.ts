/** The box that opens a menu on a phone: closed once another page is shown. */
export default function drawer(element: HTMLElement, left: AbortSignal) {
  const close = (event: Event) => {
    if (!(event as CustomEvent<{ quiet?: boolean }>).detail.quiet) (element as HTMLInputElement).checked = false;
  };
  document.addEventListener("page:shown", close, { signal: left });
}
