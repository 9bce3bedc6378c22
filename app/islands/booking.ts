/** Shows the fields and the price of the chosen service in place, and disables half hours that have passed. */
export default function booking(element: HTMLElement) {
  const form = element as HTMLFormElement;
  const service = form.querySelector<HTMLSelectElement>("[name=serviceId]");
  const intent = form.querySelector<HTMLInputElement>("input[type=hidden][name=intent]");

  // Without a choice of services the form already has the right fields.
  if (!service) return slots(form);
  const showVariant = () => {
    const pickDrop = service.value !== "" && service.value === form.dataset.pickdrop;
    if (intent) intent.value = pickDrop ? "pickdrop" : (form.dataset.plain ?? "");
    for (const part of form.querySelectorAll<HTMLElement>("[data-variant]"))
      part.hidden = (part.dataset.variant === "pickdrop") !== pickDrop;
    const within = form.querySelector<HTMLInputElement>('[value="WITHIN_24_HOURS"]');
    if (!within) return;
    within.disabled = pickDrop;
    within.checked &&= !pickDrop;
    const card = within.closest("label");
    if (card) card.hidden = pickDrop;
  };
  service.addEventListener("change", showVariant);
  showVariant();
  charges(form);
  slots(form);
}

/** Shows the charge of the chosen vehicle of a pick and drop. */
function charges(form: HTMLFormElement) {
  const vehicle = form.querySelector<HTMLSelectElement>("[name=vehicleId]");
  const show = () => {
    for (const line of form.querySelectorAll<HTMLElement>("[data-charge]"))
      line.hidden = line.dataset.charge !== vehicle?.value;
  };
  vehicle?.addEventListener("change", show);
  show();
}

const india = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Asia/Kolkata",
  dateStyle: "short",
  timeStyle: "short",
});

/** Disables today's half hours before now, but keeps them visible (B1). */
export function slots(form: HTMLElement) {
  const date = form.querySelector<HTMLInputElement>('[name$=":date"]');
  const time = form.querySelector<HTMLSelectElement>('[name$=":time"]');
  if (!date || !time) return;
  const close = () => {
    const [today, clock = ""] = india.format(new Date()).split(" ");
    for (const slot of time.options) slot.disabled = slot.value !== "" && date.value === today && slot.value < clock;
    if (time.selectedOptions[0]?.disabled) time.value = "";
  };
  date.addEventListener("input", close);
  close();
}
