import type { ReactNode } from "react";
import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";

type PincodePlaceProps = {
  /** The pincode of the city and the state the form begins with, where it begins with any. */
  usual?: string | undefined;
  className?: string;
  children: ReactNode;
};

/**
 * The fields of an address: city and state follow the pincode. What a person typed is replaced only when that is
 * agreed to. A child that shows the question is `PlaceQuestion`.
 */
export const PincodePlace = ({ usual, className, children }: PincodePlaceProps) => (
  <div className={className} data-enhance="place" data-usual={usual}>
    {children}
  </div>
);

/** Asks whether the place of the pincode is to stand where a person typed another one (islands/place.ts). */
export function PlaceQuestion() {
  const say = useSay();
  return (
    <p
      data-place-ask={say("form.placeAsk")}
      role="status"
      className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1"
      hidden
    >
      <span />
      <Button type="button" tone="quiet" small>
        {say("form.placeTake")}
      </Button>
    </p>
  );
}
