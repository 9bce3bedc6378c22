import type { ComponentType } from "react";
import { useSay } from "#app/ui/base/say.tsx";
import { AreaField, TextField } from "#app/ui/form/fields.tsx";

/** The form fields of each bulk verb, by its name. */
export const bulkFields: Record<string, ComponentType> = {
  assignRequests: function CenterFields() {
    const say = useSay();
    return (
      <TextField
        name="qrId"
        label={say("requests.bulk.centerQr")}
        hint={say("requests.bulk.centerQrHint")}
        maxLength={40}
        autoComplete="off"
        required
      />
    );
  },
  cancelRequests: function ReasonFields() {
    const say = useSay();
    return (
      <AreaField
        name="reason"
        label={say("common.reason")}
        hint={say("requests.bulk.reasonHint")}
        maxLength={300}
        required
      />
    );
  },
  remark: function RemarkFields() {
    const say = useSay();
    return (
      <AreaField
        name="text"
        label={say("common.remarks")}
        hint={say("requests.bulk.remarkHint")}
        maxLength={500}
        required
      />
    );
  },
};
