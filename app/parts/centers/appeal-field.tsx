import { useSay } from "#app/ui/base/say.tsx";
import { AreaField } from "#app/ui/form/fields.tsx";
import { longestAppeal } from "#modules/centers/shared.ts";

/** What a center writes when it asks for another look. */
export function AppealField() {
  const say = useSay();
  return (
    <AreaField
      name="message"
      rows={5}
      label={say("center.appeal.message")}
      hint={say("center.appeal.hint", { n: longestAppeal })}
    />
  );
}
