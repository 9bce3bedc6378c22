import { refresh } from "#app/exchange/go.ts";
import { endpointHere, type PushState, pushStateHere, subscribeHere, unsubscribeHere } from "./push-browser.ts";

/**
 * Turns push notifications on and off in this browser. `data-key` is the server's public key, `data-here` the hashed
 * addresses it pushes to, `data-problem` why it refused; the words of each state are in the attribute with its name.
 */
export default function pushSwitch(element: HTMLElement) {
  const button = element.querySelector("button");
  const words = element.querySelector("p");
  if (!button || !words) return;
  const { dataset } = element;
  let state: PushState = "off";
  let read = "";

  const show = (next: PushState) => {
    state = next;
    button.ariaChecked = String(state === "on");
    button.ariaBusy = String(state === "asking");
    button.disabled = state === "unsupported" || state === "blocked";
    words.textContent = (state === "off" && dataset.problem) || dataset[state] || "";
    element.classList.remove("not-yet");
  };
  const detect = async () => {
    const current = `${dataset.here} ${dataset.problem}`;
    if (current === read) return;
    read = current;
    show(dataset.problem ? "off" : await pushStateHere((dataset.here ?? "").split(" ")));
  };
  /** Tells the server; an error when it did not hear of it. */
  const send = async (fields: Record<string, string>) => {
    const answer = await fetch(location.href, { method: "POST", body: new URLSearchParams(fields) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
  };
  const press = async () => {
    if (state === "asking") return;
    if (state === "on") {
      await send({ intent: "unsubscribe", endpoint: (await endpointHere()) ?? "" });
      await unsubscribeHere();
      show("off");
      return void refresh();
    }
    if (Notification.permission === "default") show("asking");
    if ((await Notification.requestPermission()) !== "granted") return show(await pushStateHere([]));
    await send({ intent: "subscribe", ...(await subscribeHere(dataset.key ?? "")) });
    show("on");
    void refresh();
  };
  button.addEventListener("click", () => void press().catch(() => show("unreachable")));
  element.addEventListener("changed", () => void detect());
  void detect();
}
