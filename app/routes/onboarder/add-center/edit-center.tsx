import { Button } from "#app/ui/base/button.tsx";
import { Card } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField, CheckCards, VersionField } from "#app/ui/form/fields.tsx";
import { centerFields } from "#modules/centers/labels.ts";
import { type CenterRow, centerFlags, UpdateCenter } from "#modules/centers/shared.ts";
import { CenterForm } from "./center-form.tsx";

type Service = { value: string; label: string };

/** The form values of a center, and the services to choose from, including its own even when no longer offered. */
export function editView(center: CenterRow & { phoneShown: boolean }, offered: readonly Service[]) {
  const { primaryService, secondaryServices } = center;
  const [shown, ...others] = secondaryServices;
  const ofForm = shown ?? primaryService;
  const own = ofForm && !offered.some(({ value }) => value === ofForm.id);
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
    center: { centerId: center.id, version: center.version, ...centerFields(center) },
  };
}

/** The admin's form of a center (R009): the onboarder's fields, and what the center is disabled for (Q100). */
export function EditCenter({ center, edited, services }: ReturnType<typeof editView>) {
  const say = useSay();
  return (
    <div className="max-w-3xl">
      <h1 className="mb-6">{say("common.updateCenter")}</h1>
      <ErrorSummary />
      <CenterForm
        // Remounts the form after saving, so that it starts from the saved values.
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
          {/* Sent even when none is ticked, which means none. */}
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
          <Button>{say("common.updateCenter")}</Button>
        </div>
      </CenterForm>
    </div>
  );
}
