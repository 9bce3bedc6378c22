type Field = HTMLInputElement | HTMLSelectElement;

/** City and state of the pincode are filled in where nothing was typed; what somebody wrote or chose stays theirs. */
export default function place(element: HTMLElement) {
  const pincode = element.querySelector<HTMLInputElement>("[name=pincode]");
  if (!pincode) return;
  /** What we filled in ourselves; it may be filled in anew for another pincode. */
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
  // It may have been filled in while this was on its way.
  if (["city", "state"].some((name) => element.querySelector<Field>(`[name=${name}]`)?.value === "")) ask();
}
