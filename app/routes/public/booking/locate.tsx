import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";

/** Fills in the pincode of the device's position (R031–R035); its room is kept where JavaScript will show it. */
export function Locate() {
  const say = useSay();
  return (
    <Button
      type="button"
      tone="quiet"
      icon="map-pin"
      className="not-yet mt-2"
      data-enhance="locate"
      data-busy={say("booking.locating")}
      data-no-pincode={say("booking.locate.noPincode")}
      data-failed={say("booking.locate.failed")}
      data-refused={say("booking.locate.refused")}
      data-unsupported={say("booking.locate.unsupported")}
    >
      <span>{say("booking.locate")}</span>
    </Button>
  );
}
