type Field = HTMLInputElement | HTMLSelectElement;

const names = ["city", "state"];

/**
 * Fills in city and state of the pincode; what a person typed or chose is not overwritten. What came with a pincode,
 * from here or from the server beside it, goes with it: another pincode never keeps the former one's city.
 */
export default function place(element: HTMLElement) {
  const pincode = element.querySelector<HTMLInputElement>("[name=pincode]");
  if (!pincode) return;
  /** The values that came with a pincode, which another one replaces. */
  const own = new Map<string, string>();
  const fieldOf = (name: string) => element.querySelector<Field>(`[name=${name}]`);

  const put = (name: string, value: string) => {
    const field = fieldOf(name);
    if (!field || (field.value !== "" && field.value !== own.get(name))) return;
    if (field.value === value) return;
    field.value = value;
    own.set(name, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const suggest = (name: string, value: string | null) => value && put(name, value);
  let last = pincode.defaultValue;
  for (const name of names) {
    const first = last && givenIn(fieldOf(name));
    if (first) own.set(name, first);
  }
  const ask = async () => {
    const asked = pincode.value;
    if (!/^[1-9]\d{5}$/.test(asked)) return;
    if (asked !== last) for (const name of own.keys()) put(name, "");
    last = asked;
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
  if (names.some((name) => fieldOf(name)?.value === "")) ask();
}

/** The value a field came with from the server. */
const givenIn = (field: Field | null) =>
  field && "options" in field
    ? [...field.options].find(({ defaultSelected }) => defaultSelected)?.value
    : field?.defaultValue;
