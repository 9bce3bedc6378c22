import { bareNumber } from "#modules/kernel/text/digits.ts";

/**
 * The form of a request. R274: another client starts with its own id of the request at '0' and nothing due. Who sees phones as
 * stars typed the phone of a new request a moment ago, and the server does not show it again: the chat with the customer
 * is led to it.
 */
export default function requestForm(element: HTMLElement) {
  let phone = "";
  element.addEventListener("submit", ({ target }) => {
    const fields = new FormData(target as HTMLFormElement);
    phone = bareNumber(String(fields.get("phone") ?? ""));
  });
  element.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.name !== "clientId") return;
    for (const field of element.querySelectorAll("input"))
      if (field.name === "clientReference" || field.name === "dueAmount") field.value = "0";
  });
  element.addEventListener("changed", () => {
    const chat = element.querySelector<HTMLAnchorElement>('a[href^="https://wa.me/?"]');
    if (chat && phone) chat.href = chat.href.replace("https://wa.me/?", `https://wa.me/91${phone}?`);
  });
}
