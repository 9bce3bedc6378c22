import sprite from "./service-icons.svg?url&no-inline";

/** The drawings of app/parts/catalog/service-icons.svg, by the names of services in data. */
const drawn = [
  "ac-repair",
  "carpenter",
  "cleaning",
  "electrician",
  "painting",
  "pest-control",
  "pick-and-drop",
  "plumbing",
  "refrigerator-repair",
  "washing-machine-repair",
];

/** The drawing of a service beside its name; a wrench for one that has none. */
export function ServiceIcon({ service, className }: { service: string; className: string }) {
  const name = service.toLowerCase().replaceAll(" ", "-");
  return (
    <svg
      className={`flex-none fill-none stroke-current stroke-[2.25] [stroke-linecap:round] [stroke-linejoin:round] ${className}`}
      aria-hidden="true"
      viewBox="0 0 48 48"
    >
      <use href={`${sprite}#${drawn.includes(name) ? name : "other"}`} />
    </svg>
  );
}
