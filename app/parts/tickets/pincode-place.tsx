import type { ReactNode } from "react";
import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { StateField } from "#app/ui/form/choice-fields.tsx";
import { TextField } from "#app/ui/form/fields.tsx";

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

/** The inputs of an address after its house number, around that of its pincode, where operators and centers enter a request. */
export function PlaceInputs({ pincode }: { pincode: ReactNode }) {
  const say = useSay();
  return (
    <>
      <TextField name="locality" label={say("booking.locality")} autoComplete="off" />
      {pincode}
      <TextField name="city" label={say("common.city")} autoComplete="off" />
      <StateField name="state" label={say("common.state")} empty={say("booking.state.choose")} />
    </>
  );
}

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
