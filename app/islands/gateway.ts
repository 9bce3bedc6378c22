type Overlay = { open: () => void; on: (event: string, hear: () => void) => unknown };
type Checkout = new (options: Record<string, unknown>) => Overlay;
type Outcomes = { failed?: () => void; closed: () => void };

/**
 * Opens the provider's checkout over the page, with the fields of its hosted form; false when its script cannot be
 * loaded. Its result is posted to the address to which the hosted checkout would send the browser.
 */
export async function openCheckout(script: string, fields: Record<string, string>, { failed, closed }: Outcomes) {
  const Checkout = await loadCheckout(script);
  if (!Checkout) return false;
  const { key_id, callback_url = "", cancel_url: _, ...rest } = fields;
  const overlay = new Checkout({
    ...rest,
    key: key_id,
    prefill: { name: rest["prefill[name]"], contact: rest["prefill[contact]"] },
    handler: (answer: Record<string, string>) => post(answer, callback_url),
    modal: { ondismiss: closed },
  });
  if (failed) overlay.on("payment.failed", failed);
  overlay.open();
  return true;
}

/** Loads the provider's script once per page; undefined when it cannot be loaded. */
function loadCheckout(address: string): Promise<Checkout | undefined> {
  const loaded = () => (window as { Razorpay?: Checkout }).Razorpay;
  if (loaded()) return Promise.resolve(loaded());
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve(loaded());
    script.onerror = () => resolve(undefined);
    document.head.append(script);
  });
}

function post(fields: Record<string, string>, address: string) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = address;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
