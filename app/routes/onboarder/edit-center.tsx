import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { AreaField, CheckCards, VersionField } from "#app/ui/fields.tsx";
import { useSay } from "#app/ui/say.tsx";
import { type CenterFlag, type CenterRow, centerFlags, UpdateCenter } from "#modules/centers/shared.ts";
import { CenterForm } from "./center-form.tsx";

type Service = { value: string; label: string };

/** A center as the form is filled with it, and the services it may choose from: its own stays on offer. */
export function editView(center: CenterRow & { phoneShown: boolean }, offered: readonly Service[]) {
  const { primaryService, secondaryServices } = center;
  const [shown, ...others] = secondaryServices;
  const ofForm = shown ?? primaryService;
  const own = ofForm && !offered.some(({ value }) => value === ofForm.id);
  const flags: [CenterFlag, boolean][] = [
    ["login_into_application", center.loginDisabled],
    ["accepting_broadcast_ticket", center.broadcastDisabled],
  ];
  return {
    services: own ? [...offered, { value: ofForm.id, label: ofForm.serviceName }] : offered,
    edited: {
      phoneShown: center.phoneShown,
      primaryService: primaryService?.serviceName ?? "",
      alsoServices: others.map(({ serviceName }) => serviceName).join(", "),
      alsoPincodes: center.pincodes
        .filter((pincode) => pincode !== center.pincode && pincode !== center.additionalPincode)
        .join(", "),
    },
    center: {
      centerId: center.id,
      version: center.version,
      centerName: center.centerName,
      phone: center.phone,
      secondaryServiceId: ofForm?.id ?? null,
      state: center.state,
      pincode: center.pincode,
      additionalPincode: center.additionalPincode,
      disabledFor: flags.flatMap(([flag, disabled]) => (disabled ? [flag] : [])),
    },
  };
}

/** The admin's form of a center (R009): the onboarder's fields, and what the center is shut out of (Q100). */
export function EditCenter({ center, edited, services }: ReturnType<typeof editView>) {
  const say = useSay();
  return (
    <div className="max-w-3xl">
      <h1 className="mb-6">{say("center.updateTitle")}</h1>
      <ErrorSummary />
      <CenterForm
        // What was saved is what the next change starts from.
        key={`${center.centerId} ${center.version}`}
        schema={UpdateCenter}
        intent="update"
        values={center}
        services={services}
        edited={edited}
      >
        <input type="hidden" name="centerId" value={center.centerId} />
        <VersionField value={center.version} />
        <Card stack>
          {/* None ticked is an answer too. */}
          <input type="hidden" name="disabledFor" value="" />
          <CheckCards
            name="disabledFor"
            label={say("center.disabledFor")}
            options={centerFlags.map((flag) => ({
              value: flag,
              label: say(`center.disabledFor.${flag}`),
              hint: say(`center.disabledFor.${flag}.hint`),
            }))}
          />
          <AreaField name="remark" label={say("center.remark")} hint={say("center.remarkHint")} required={false} />
        </Card>
        <div>
          <Button>{say("center.update")}</Button>
        </div>
      </CenterForm>
    </div>
  );
}
