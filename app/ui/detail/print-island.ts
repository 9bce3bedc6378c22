/** Prints the page; shown only where there is a script to do it. */
export default function print(button: HTMLElement) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
