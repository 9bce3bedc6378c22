type Sheet = { open: () => void; on: (event: string, hear: () => void) => unknown };
type Checkout = new (options: Record<string, unknown>) => Sheet;

/** The gateway's checkout, loaded once for a page; undefined when its script cannot be had. */
export function loadCheckout(address: string): Promise<Checkout | undefined> {
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

/** What the checkout answered goes where its hosted page would have sent it. */
export function handOver(fields: Record<string, string>, address: string) {
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
