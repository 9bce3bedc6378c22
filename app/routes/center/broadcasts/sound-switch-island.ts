import { isQuiet, setQuiet } from "#app/parts/centers/chime.ts";

/** Turns the sound of new requests on and off in this browser. */
export default function soundSwitch(element: HTMLElement) {
  const button = element.querySelector("button");
  if (!button) return;
  const show = () => {
    button.ariaChecked = String(!isQuiet());
  };
  button.addEventListener("click", () => {
    setQuiet(!isQuiet());
    show();
  });
  show();
  element.classList.remove("not-yet");
}
