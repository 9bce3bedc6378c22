/** Shows the other value of a switch while it is sent; a refusal, or a server not reached, shows the old one again (R403). */
export default function switchAtOnce(element: HTMLElement) {
  const button = element.querySelector("button");
  let sent = false;
  const turn = () => {
    if (!button) return;
    const on = button.ariaChecked !== "true";
    button.ariaChecked = String(on);
    button.toggleAttribute("data-on", on);
  };
  // What the server answered is shown already.
  element.addEventListener("changed", () => {
    sent = false;
  });
  new MutationObserver(() => {
    const isSending = element.ariaBusy === "true";
    if (isSending === sent) return;
    sent = isSending;
    turn();
  }).observe(element, { attributeFilter: ["aria-busy"] });
}
