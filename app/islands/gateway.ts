type Sheet = { open: () => void; on: (event: string, hear: () => void) => unknown };
type Checkout = new (options: Record<string, unknown>) => Sheet;

/** Loads the gateway's checkout script once per page; undefined when it cannot be loaded. */
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

/** Posts the checkout's result to the address its hosted page would have posted it to. */
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
