import { mapLink } from "#app/parts/tickets/customer.tsx";
import { Icon, type IconName } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";

type ReachProps = {
  /** None where there is none. */
  address: string | null;
  /** Ten digits. */
  phone: string;
  /** Whether it stands on the dark band. */
  dark?: boolean;
};

/** The map and the call of a customer, always side by side. */
export function Reach({ address, phone, dark = false }: ReachProps) {
  const say = useSay();
  return (
    <p className="grid max-w-[34rem] grid-cols-2 gap-2">
      {address && <ReachLink to={mapLink(address)} icon="map-pin" words={say("common.map")} dark={dark} />}
      <ReachLink to={`tel:+91${phone}`} icon="phone" words={say("center.detail.call")} dark={dark} />
    </p>
  );
}

function ReachLink({ to, icon, words, dark }: { to: string; icon: IconName; words: string; dark: boolean }) {
  const look = dark ? "bg-white/15 text-white hover:bg-white/25" : "bg-teal-50 text-teal-900 hover:bg-teal-100";
  return (
    <a
      href={to}
      className={`flex min-h-12 items-center justify-center gap-2 rounded-lg font-semibold no-underline ${look}`}
      {...(to.startsWith("http") && { target: "_blank", rel: "noopener noreferrer" })}
    >
      <Icon name={icon} />
      {words}
    </a>
  );
}

/** The call to the technician's own center, at the end of the band's first line. */
export function CenterCall({ phone }: { phone: string }) {
  const say = useSay();
  return (
    <a
      href={`tel:+91${phone}`}
      className="ml-auto flex min-h-11 items-center gap-1.5 text-sm hover:underline"
      aria-label={say("visits.callCenter")}
    >
      <Icon name="phone" />
      {say("common.center")}
    </a>
  );
}
