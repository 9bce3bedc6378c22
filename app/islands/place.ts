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
  const offer = (region: Record<string, string | null>) => {
    if (!question) return;
    const other = names.filter(
      (name) => region[name] && !waiting.has(name) && !same(fieldOf(name)?.value ?? "", region[name]),
    );
    question.hidden = other.length === 0;
    const questionText = question.querySelector("span");
    const shown = names.map((name) => (name === "state" ? labelIn(fieldOf(name), region[name]) : region[name]));
    const place = shown.filter(Boolean).join(", ");
    if (questionText) questionText.textContent = (question.dataset.placeAsk ?? "").replace("{place}", place);
    take = () => {
      for (const name of other) write(fieldOf(name)!, name, region[name] ?? "");
      question.hidden = true;
      fieldOf(other[0]!)?.focus();
    };
  };
  let take = () => {};
  question?.querySelector("button")?.addEventListener("click", () => take());
  const unserved = element.querySelector<HTMLElement>("[data-unserved]");
  const service = element.querySelector<HTMLSelectElement>("[name=serviceId]");
  /** What the server says of a complete pincode, and of the chosen service where the form has one. */
  const look = async (entered: string) => {
    const chosen = unserved && service?.value;
    const answer = await fetch(`/pincodes/${entered}${chosen ? `?service=${encodeURIComponent(chosen)}` : ""}`);
    const body = answer.ok ? await answer.json() : {};
    const isLatest = pincode.value === entered && (!unserved || chosen === service?.value);
    if (unserved && isLatest) {
      unserved.textContent = (unserved.dataset.unserved ?? "").replace("{pincode}", entered);
      unserved.hidden = body.served !== false;
    }
    return body;
  };
  let last = pincode.defaultValue || (element.dataset?.usual ?? "");
  for (const name of names) {
    const first = last && initialValue(fieldOf(name));
    if (first) own.set(name, first);
  }
  const ask = async () => {
    const entered = pincode.value;
    if (unserved) unserved.hidden = true;
    if (!isComplete(entered)) return;
    if (question) question.hidden = true;
    waiting.clear();
    if (entered !== last) for (const name of own.keys()) put(name, "");
    last = entered;
    try {
      const { city, state } = await look(entered);
      if (pincode.value !== entered) return;
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
  if (pincode.value !== pincode.defaultValue || names.some((name) => fieldOf(name)?.value === "")) ask();
}

const isComplete = (pincode: string) => /^[1-9]\d{5}$/.test(pincode);

/** The value a field came with from the server. */
const initialValue = (field: Field | null) =>
  field && "options" in field
    ? [...field.options].find(({ defaultSelected }) => defaultSelected)?.value
    : field?.defaultValue;

const same = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase();

/** The words a choice has for a value. */
const labelIn = (field: Field | null, value: string | null | undefined) =>
  (field && "options" in field && [...field.options].find((option) => option.value === value)?.textContent) || value;
