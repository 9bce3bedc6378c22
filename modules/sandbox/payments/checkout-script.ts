import { type Locale, say } from "#modules/messages/index.ts";

/**
 * `/sandbox/checkout.js`: defines `window.Razorpay` like checkout.razorpay.com, as an accessible dialog with pay, fail
 * and close. It uses no eval and no style element, so it runs under a page's CSP with nonces.
 */
export function checkoutScript(locale: Locale) {
  const texts = {
    title: say("sandbox.checkout.title", {}, locale),
    notice: say("sandbox.checkout.notice", {}, locale),
    to: say("sandbox.checkout.to", {}, locale),
    amount: say("sandbox.checkout.amount", {}, locale),
    pay: say("sandbox.checkout.pay", {}, locale),
    fail: say("sandbox.checkout.fail", {}, locale),
    close: say("sandbox.checkout.cancel", {}, locale),
    unavailable: say("error.unavailable", {}, locale),
  };
  return `(() => {
"use strict";
const texts = ${JSON.stringify(texts).replaceAll("<", "\\u003c")};
const money = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", minimumFractionDigits: 0 });

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

function withStyle() {
  if (document.querySelector('link[href="/sandbox/sandbox.css"]')) return;
  const link = element("link");
  link.rel = "stylesheet";
  link.href = "/sandbox/sandbox.css";
  document.head.append(link);
}

class Razorpay {
  #options;
  #listeners = { "payment.failed": [] };
  #dialog;

  constructor(options) {
    if (!options || !options.key) throw new Error("No key passed");
    this.#options = options;
  }

  on(event, listener) {
    (this.#listeners[event] ??= []).push(listener);
    return this;
  }

  open() {
    if (this.#dialog) return;
    withStyle();
    const options = this.#options;
    const dialog = element("dialog", "sandbox-checkout");
    dialog.setAttribute("aria-labelledby", "sandbox-checkout-title");
    dialog.setAttribute("data-sandbox-checkout", "");
    const title = element("h2", "", texts.title);
    title.id = "sandbox-checkout-title";
    this.error = element("p", "sandbox-error");
    this.error.setAttribute("role", "alert");
    dialog.append(
      title,
      element("p", "sandbox-notice", texts.notice),
      element("p", "", texts.to.replace("{name}", options.name || "")),
      element("p", "", options.description || ""),
      element("p", "", texts.amount),
      element("p", "sandbox-amount", money.format(Number(options.amount) / 100)),
      this.error,
      this.#button(texts.pay, "sandbox-button sandbox-button-primary", "success"),
      this.#button(texts.fail, "sandbox-button", "failure"),
      this.#closeButton(),
    );
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.#dismiss();
    });
    this.#dialog = dialog;
    document.body.append(dialog);
    dialog.showModal();
  }

  close() {
    if (!this.#dialog) return;
    this.#dialog.close();
    this.#dialog.remove();
    this.#dialog = undefined;
  }

  #button(label, className, outcome) {
    const button = element("button", className, label);
    button.type = "button";
    button.dataset.outcome = outcome;
    button.addEventListener("click", () => this.#pay(outcome));
    return button;
  }

  #closeButton() {
    const button = element("button", "sandbox-button", texts.close);
    button.type = "button";
    button.dataset.outcome = "dismiss";
    button.addEventListener("click", () => this.#dismiss());
    return button;
  }

  #busy(is) {
    for (const button of this.#dialog?.querySelectorAll("button") ?? []) button.disabled = is;
  }

  async #pay(outcome) {
    this.#busy(true);
    this.error.textContent = "";
    let answer;
    let body;
    try {
      answer = await fetch("/sandbox/razorpay/pay", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ order_id: this.#options.order_id, outcome }),
      });
      body = await answer.json();
    } catch {
      this.error.textContent = texts.unavailable;
      this.#busy(false);
      return;
    }
    if (answer.ok) {
      this.close();
      this.#handOver(body);
    } else {
      this.error.textContent = body.error.description;
      this.#busy(false);
      for (const listener of this.#listeners["payment.failed"]) listener({ error: body.error });
    }
  }

  #handOver(fields) {
    if (typeof this.#options.handler === "function") return this.#options.handler(fields);
    if (!this.#options.callback_url) return;
    const form = element("form");
    form.method = "post";
    form.action = this.#options.callback_url;
    for (const [name, value] of Object.entries(fields)) {
      const input = element("input");
      input.type = "hidden";
      input.name = name;
      input.value = value;
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }

  #dismiss() {
    if (this.#dialog?.querySelector("button")?.disabled) return;
    this.close();
    this.#options.modal?.ondismiss?.();
  }
}

window.Razorpay = Razorpay;
})();
`;
}
