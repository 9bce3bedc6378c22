import { handOver, loadCheckout } from "#app/islands/gateway.ts";

type Hearing = { failed: () => void; closed: () => void };

/**
 * Opens the gateway's checkout over the page, with the fields of its hosted form; false when its script cannot be
 * loaded. Its result is posted to the address to which the hosted checkout would send the browser.
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
