type Field = HTMLInputElement | HTMLSelectElement;

const names = ["city", "state"];

/**
 * Fills in city and state of the pincode; what a person typed or chose is not overwritten, and a field they are in is
 * filled when they leave it empty. What came with a pincode,
 * from here or from the server beside it (`data-usual` is the pincode of places that came without), goes with it:
 * another pincode never keeps the former one's city. An element with `data-place-ask` (its text, with {place}) asks
 * whether what was typed is to be replaced; its button does it. An element with `data-unserved` (its text, with
 * {pincode}) is shown where nobody serves the pincode, or the chosen service in it.
 */
export default function place(element: HTMLElement) {
  const pincode = element.querySelector<HTMLInputElement>("[name=pincode]");
  if (!pincode) return;
  /** The values that came with a pincode, which another one replaces. */
  const own = new Map<string, string>();
  /** The values for a field a person is in. */
  const waiting = new Map<string, string>();
  const fieldOf = (name: string) => element.querySelector<Field>(`[name=${name}]`);

  const put = (name: string, value: string) => {
    const field = fieldOf(name);
    if (!field || (field.value !== "" && field.value !== own.get(name))) return;
    if (field.value === value) return;
    if (field.ownerDocument.activeElement !== field) return write(field, name, value);
    waiting.set(name, value);
    field.addEventListener("blur", () => putWaiting(name), { once: true });
  };
  const putWaiting = (name: string) => {
    const value = waiting.get(name);
    waiting.delete(name);
    if (value !== undefined) put(name, value);
  };
  const write = (field: Field, name: string, value: string) => {
    field.value = value;
    own.set(name, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const suggest = (name: string, value: string | null) => value && put(name, value);
  const question = element.querySelector<HTMLElement>("[data-place-ask]");
  /** Asks whether the pincode's place is to stand where a person typed another one. */
  const offer = (found: Record<string, string | null>) => {
    if (!question) return;
    const other = names.filter(
      (name) => found[name] && !waiting.has(name) && !same(fieldOf(name)?.value ?? "", found[name]),
    );
    question.hidden = other.length === 0;
    const said = question.querySelector("span");
    const shown = names.map((name) => (name === "state" ? labelIn(fieldOf(name), found[name]) : found[name]));
    const place = shown.filter(Boolean).join(", ");
    if (said) said.textContent = (question.dataset.placeAsk ?? "").replace("{place}", place);
    take = () => {
      for (const name of other) write(fieldOf(name)!, name, found[name] ?? "");
      question.hidden = true;
      fieldOf(other[0]!)?.focus();
    };
  };
  let take = () => {};
  question?.querySelector("button")?.addEventListener("click", () => take());
  const unserved = element.querySelector<HTMLElement>("[data-unserved]");
  const service = element.querySelector<HTMLSelectElement>("[name=serviceId]");
  /** What the server says of a complete pincode, and of the chosen service where the form has one. */
  const look = async (asked: string) => {
    const chosen = unserved && service?.value;
    const answer = await fetch(`/pincodes/${asked}${chosen ? `?service=${encodeURIComponent(chosen)}` : ""}`);
    const found = answer.ok ? await answer.json() : {};
    const isLatest = pincode.value === asked && (!unserved || chosen === service?.value);
    if (unserved && isLatest) {
      unserved.textContent = (unserved.dataset.unserved ?? "").replace("{pincode}", asked);
      unserved.hidden = found.served !== false;
    }
    return found;
  };
  let last = pincode.defaultValue || (element.dataset?.usual ?? "");
  for (const name of names) {
    const first = last && givenIn(fieldOf(name));
    if (first) own.set(name, first);
  }
  const ask = async () => {
    const asked = pincode.value;
    if (unserved) unserved.hidden = true;
    if (!isComplete(asked)) return;
    if (question) question.hidden = true;
    waiting.clear();
    if (asked !== last) for (const name of own.keys()) put(name, "");
    last = asked;
    try {
      const { city, state } = await look(asked);
      if (pincode.value !== asked) return;
      suggest("city", city);
      suggest("state", state);
      offer({ city, state });
    } catch {
      // Only a suggestion: without an answer people type it themselves.
    }
  };
  pincode.addEventListener("input", ask);
  if (unserved)
    service?.addEventListener("change", () => {
      if (isComplete(pincode.value)) look(pincode.value).catch(() => {});
    });
  // The pincode may have been filled in while this script was loading.
  if (names.some((name) => fieldOf(name)?.value === "")) ask();
}

const isComplete = (pincode: string) => /^[1-9]\d{5}$/.test(pincode);

/** The value a field came with from the server. */
const givenIn = (field: Field | null) =>
  field && "options" in field
    ? [...field.options].find(({ defaultSelected }) => defaultSelected)?.value
    : field?.defaultValue;

const same = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase();

/** The words a choice has for a value. */
const labelIn = (field: Field | null, value: string | null | undefined) =>
  (field && "options" in field && [...field.options].find((option) => option.value === value)?.textContent) || value;
