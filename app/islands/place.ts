type Field = HTMLInputElement | HTMLSelectElement;

/** Fills in city and state of the pincode; what a person typed or chose is not overwritten. */
export default function place(element: HTMLElement) {
  const pincode = element.querySelector<HTMLInputElement>("[name=pincode]");
  if (!pincode) return;
  /** The values filled in here, which another pincode may replace. */
  const own = new Map<string, string>();

  const suggest = (name: string, value: string | null) => {
    const field = element.querySelector<Field>(`[name=${name}]`);
    if (!field || !value || (field.value !== "" && field.value !== own.get(name))) return;
    field.value = value;
    own.set(name, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const ask = async () => {
    const asked = pincode.value;
    if (!/^[1-9]\d{5}$/.test(asked)) return;
    try {
      const answer = await fetch(`/pincodes/${asked}`);
      const { city, state } = answer.ok ? await answer.json() : {};
      if (pincode.value !== asked) return;
      suggest("city", city);
      suggest("state", state);
    } catch {
      // Only a suggestion: without an answer people type it themselves.
    }
  };
  pincode.addEventListener("input", ask);
  // The pincode may have been filled in while this script was loading.
  if (["city", "state"].some((name) => element.querySelector<Field>(`[name=${name}]`)?.value === "")) ask();
}
