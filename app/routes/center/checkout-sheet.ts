type Sheet = { open: () => void; on: (event: string, hear: () => void) => unknown };
type Checkout = new (options: Record<string, unknown>) => Sheet;

type Hearing = { failed: () => void; closed: () => void };

/**
 * Open the gateway's checkout over the page, with the fields its hosted form would get; false when its script cannot
 * be loaded. What it hands back goes to the same address the hosted checkout sends a browser to.
 */
export async function openSheet(script: string, fields: Record<string, string>, { failed, closed }: Hearing) {
  const Checkout = await loaded(script);
  if (!Checkout) return false;
  const { key_id, callback_url, cancel_url: _, ...rest } = fields;
  const sheet = new Checkout({
    ...rest,
    key: key_id,
    handler: (answer: Record<string, string>) => hand(answer, callback_url ?? ""),
    modal: { ondismiss: closed },
  });
  sheet.on("payment.failed", failed);
  sheet.open();
  return true;
}

function loaded(address: string): Promise<Checkout | undefined> {
  const known = () => (window as { Razorpay?: Checkout }).Razorpay;
  if (known()) return Promise.resolve(known());
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve(known());
    script.onerror = () => resolve(undefined);
    document.head.append(script);
  });
}

function hand(answer: Record<string, string>, address: string) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = address;
  for (const [name, value] of Object.entries(answer)) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
