import { handOver, loadCheckout } from "#app/islands/gateway.ts";

type Hearing = { failed: () => void; closed: () => void };

/**
 * Open the gateway's checkout over the page, with the fields its hosted form would get; false when its script cannot
 * be loaded. What it hands back goes to the same address the hosted checkout sends a browser to.
 */
export async function openSheet(script: string, fields: Record<string, string>, { failed, closed }: Hearing) {
  const Checkout = await loadCheckout(script);
  if (!Checkout) return false;
  const { key_id, callback_url, cancel_url: _, ...rest } = fields;
  const sheet = new Checkout({
    ...rest,
    key: key_id,
    handler: (answer: Record<string, string>) => handOver(answer, callback_url ?? ""),
    modal: { ondismiss: closed },
  });
  sheet.on("payment.failed", failed);
  sheet.open();
  return true;
}
