import type { ComponentProps } from "react";
import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useBusy } from "#app/ui/form/busy.ts";
import { CancelLink } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { CheckCards } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";

type ClientsFormProps = Pick<ComponentProps<typeof CheckCards>, "label" | "hint"> & {
  schema: ComponentProps<typeof Form>["schema"];
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
  const busy = useBusy("clients");
  if (!clients || clients.length === 0) return <p>{say("common.thereAreNoClientsYet")}</p>;
  return (
    <Form
      intent="clients"
      schema={schema}
      values={{ clientIds }}
      className="grid gap-4"
      preventScrollReset
      aria-busy={busy}
      guarded
    >
      <ErrorSummary intent="clients" />
      <p className="font-semibold">{whose.name}</p>
      <input type="hidden" name={whose.field} value={whose.id} />
      {/* Sent even when none is ticked, which means none. */}
      <input type="hidden" name="clientIds" value="" />
      <CheckCards name="clientIds" options={clients} required={false} {...words} />
      <div className="flex flex-wrap gap-3">
        <Button disabled={busy}>{say("common.save")}</Button>
        <CancelLink to={closeTo} />
      </div>
    </Form>
  );
}
