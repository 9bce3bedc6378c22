import type { ComponentProps } from "react";
import type { z } from "zod";
import { useSay } from "#app/ui/base/say.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { CheckCards } from "#app/ui/form/fields.tsx";

type ClientsFormProps = Pick<ComponentProps<typeof CheckCards>, "label" | "hint"> & {
  schema: z.ZodType;
  /** Whose clients they are: the field of its id, the id, and the name that is shown. */
  whose: { field: "centerId" | "technicianId"; id: string; name: string };
  /** The clients that are ticked. */
  clientIds: string[];
  /** All clients to choose from. */
  clients: { value: string; label: string }[] | null;
  closeTo: string;
};

/** Authorized For: the clients a center or a technician works for. */
export function ClientsForm({ schema, whose, clientIds, clients, closeTo, ...words }: ClientsFormProps) {
  const say = useSay();
  if (!clients || clients.length === 0) return <p>{say("common.thereAreNoClientsYet")}</p>;
  return (
    <DialogForm
      intent="clients"
      schema={schema}
      values={{ clientIds }}
      hidden={{ [whose.field]: whose.id }}
      act={say("common.save")}
      closeTo={closeTo}
      guarded
    >
      <p className="font-semibold">{whose.name}</p>
      {/* Sent even when none is ticked, which means none. */}
      <input type="hidden" name="clientIds" value="" />
      <CheckCards name="clientIds" options={clients} required={false} {...words} />
    </DialogForm>
  );
}
