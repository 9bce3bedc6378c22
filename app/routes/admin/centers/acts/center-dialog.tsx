import type { ReactNode } from "react";
import { BlockFields } from "#app/parts/centers/block-fields.tsx";
import type { CenterDialogData } from "#app/parts/centers/centers-desk.server.ts";
import { ClientsForm } from "#app/parts/centers/clients-form.tsx";
import type { DialogCenter, OpenDialog } from "#app/parts/centers/dialog-parts.tsx";
import { DocumentChecks } from "#app/parts/centers/document-checks.tsx";
import { EnterSubscription } from "#app/parts/centers/enter-subscription.tsx";
import { RefundOfSubscription } from "#app/parts/centers/refund-subscription.tsx";
import { Status } from "#app/parts/tickets/status.tsx";
import { WantedTime } from "#app/parts/visits/wanted-time.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { SmallTable } from "#app/ui/detail/small-table.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { SheetView } from "#app/ui/dialog/sheet-view.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { TextField, VersionField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { CancelLink } from "#app/ui/form/form-foot.tsx";
import { AuthorizeClients, DefineCapacity, DisableCenter, KeepAadhar } from "#modules/centers/shared.ts";
import { showDate, showDayTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { KitPayment } from "./kit-payment.tsx";

/** The dialog of a center an address names: its requests, or one of the acts on it. */
export function CenterDialog({ dialog, closeTo }: { dialog: CenterDialogData | null; closeTo: string }) {
  const say = useSay();
  if (!dialog) return null;
  const { act, center } = dialog;
  const title = act === "delete" ? say("center.deleteTitle") : say(`centers.act.${act}`);
  if (!center?.acts[act]) {
    const words = center && act === "trial" ? <TrialRunning center={center} /> : say("center.gone");
    return (
      <AddressDialog title={title} closeTo={closeTo}>
        <Note tone="bad">{words}</Note>
      </AddressDialog>
    );
  }
  const open = { center, dialog, closeTo };
  const shown: Record<typeof act, () => ReactNode> = {
    requests: () => <Requests {...open} />,
    documents: () => <CenterDocuments {...open} />,
    capacity: () => <Capacity {...open} />,
    clients: () => <Clients {...open} />,
    trial: () => <Trial {...open} />,
    subscribe: () =>
      dialog.subscription && <EnterSubscription center={center} subscription={dialog.subscription} closeTo={closeTo} />,
    refundSubscription: () =>
      dialog.refundable && <RefundOfSubscription center={center} refundable={dialog.refundable} closeTo={closeTo} />,
    kit: () => <KitPayment {...open} />,
    disable: () => <Disable {...open} />,
    delete: () => <Delete {...open} />,
  };
  return (
    <AddressDialog title={title} closeTo={closeTo} side={act === "requests" || act === "documents"}>
      {shown[act]()}
    </AddressDialog>
  );
}

function TrialRunning({ center }: { center: DialogCenter }) {
  const say = useSay();
  const locale = useLocale();
  return say("center.trialRunning", { date: showDate(new Date(center.trialUntil), locale) });
}

/** 'Request Details' (R377): a table of the center's newest requests. */
function Requests({ center, dialog: { requests }, closeTo }: OpenDialog) {
  const say = useSay();
  const serviceOf = useName();
  const locale = useLocale();
  const rows = requests ?? [];
  return (
    <SheetView label={say("centers.act.requests")} foot={<CancelLink to={closeTo} word={say("common.close")} />}>
      <p className="mb-1 font-semibold">{center.name}</p>
      <p className="mb-4 text-soft">
        {rows.length > 0 ? say("center.requestsNewest", { n: rows.length }) : say("center.requestsNone")}
      </p>
      {rows.length > 0 && (
        <SmallTable
          caption={say("centers.act.requests")}
          heads={[say("lists.number"), say("common.service"), say("common.status")]}
          className="d-table d-rows d-cards"
          rows={rows.map(({ id, number, service, name, status, createdAt, wanted }) => ({
            key: id,
            cells: [
              <>
                <Link key="number" className="d-link" to={`/view-ticket?ticketId=${id}`}>
                  {number}
                </Link>
                <small className="block">{showDayTime(new Date(createdAt), locale)}</small>
              </>,
              <div key="service" className="min-w-0">
                <span className="block max-w-[18ch] overflow-hidden text-ellipsis" title={service}>
                  {serviceOf(service)}
                </span>
                <small className="block max-w-[18ch] overflow-hidden text-ellipsis" title={name}>
                  {name}
                </small>
              </div>,
              <div key="status">
                <Status status={status} />
                <WantedTime wanted={wanted} />
              </div>,
            ],
          }))}
        />
      )}
    </SheetView>
  );
}

/** View Verification Details (R401): the pictures with their switches, and the Aadhar number (R402). */
function CenterDocuments({ center, dialog: { documents: held, confirm }, closeTo }: OpenDialog) {
  const say = useSay();
  const locale = useLocale();
  if (!held) return null;
  const { documents, mayCheck, aadharLast4, verifiedAt } = held;
  return (
    <SheetView label={say("centers.act.documents")} foot={<CancelLink to={closeTo} word={say("common.close")} />}>
      <p className="mb-1 font-semibold">{center.name}</p>
      <p className="mb-4 text-soft">
        {verifiedAt
          ? say("document.centerVerified", { date: showDate(new Date(verifiedAt), locale) })
          : say("document.centerLeft")}
      </p>
      {mayCheck && (
        <Form intent="aadhar" schema={KeepAadhar} className="mb-5 grid gap-2" prefix="aadhar-" preventScrollReset>
          <ErrorSummary intent="aadhar" prefix="aadhar-" />
          <input type="hidden" name="centerId" value={center.id} />
          <div className="flex flex-wrap items-start gap-3">
            <TextField
              name="aadharNumber"
              label={say("common.aadharNumber")}
              hint={aadharLast4 ? say("document.aadharKept", { last4: aadharLast4 }) : say("document.aadharHint")}
              maxLength={14}
              autoComplete="off"
              required
              className="min-w-52 flex-1"
            />
            <Button className="sm:mt-6">{say("common.submit")}</Button>
          </div>
        </Form>
      )}
      <DocumentChecks
        documents={documents}
        mayCheck={mayCheck}
        confirm={confirm}
        holder={{ centerId: center.id }}
        name={center.name}
      />
    </SheetView>
  );
}

/** R382: Submit waits for a number. */
function Capacity({ center, closeTo }: OpenDialog) {
  const say = useSay();
  return (
    <DialogForm
      intent="capacity"
      schema={DefineCapacity}
      values={{ ticketAcceptLimit: String(center.limit) }}
      hidden={{ centerId: center.id }}
      act={say("common.handIn")}
      closeTo={closeTo}
      guarded
      data-enhance="complete"
    >
      <p className="font-semibold">{center.name}</p>
      <TextField
        name="ticketAcceptLimit"
        label={say("center.capacityLabel")}
        hint={say("center.capacityHint", { n: center.openTickets })}
        inputMode="numeric"
        maxLength={6}
        required
      />
    </DialogForm>
  );
}

function Clients({ center, dialog: { clients }, closeTo }: OpenDialog) {
  const say = useSay();
  return (
    <ClientsForm
      schema={AuthorizeClients}
      whose={{ field: "centerId", id: center.id, name: center.name }}
      clientIds={center.clientIds}
      clients={clients}
      label={say("center.clientsLabel")}
      hint={say("centerForm.clientsHint")}
      closeTo={closeTo}
    />
  );
}

/** R379, Q61: says until when the center may then work. */
function Trial({ center, closeTo }: OpenDialog) {
  const say = useSay();
  const locale = useLocale();
  return (
    <ConfirmForm
      intent="trial"
      fields={{ centerId: center.id }}
      question={say("center.trialQuestion", { name: center.name })}
      hint={say("center.trialHint", { date: showDate(new Date(center.nextTrialUntil), locale) })}
      act={say("centers.act.trial")}
      harmless
      closeTo={closeTo}
    />
  );
}

function Disable({ center, closeTo }: OpenDialog) {
  const say = useSay();
  return (
    <DialogForm
      intent="disable"
      schema={DisableCenter}
      values={{ disabledFor: center.disabledFor }}
      hidden={{ centerId: center.id }}
      act={say("common.save")}
      closeTo={closeTo}
      guarded
    >
      <p className="font-semibold">{center.name}</p>
      <VersionField value={center.version} />
      <BlockFields short />
    </DialogForm>
  );
}

/** Says what stands in the way, or asks. */
function Delete({ center, dialog: { inTheWay }, closeTo }: OpenDialog) {
  const say = useSay();
  const reasons = inTheWay
    ? [
        inTheWay.openTickets > 0 && say("center.hasOpen", { n: inTheWay.openTickets }),
        inTheWay.reserved > 0 && say("center.hasReserved", { n: inTheWay.reserved }),
        inTheWay.walletPaise !== 0 && say("center.hasMoney", { amount: rupees(inTheWay.walletPaise) }),
      ].filter((reason) => reason !== false)
    : [];
  if (reasons.length > 0)
    return (
      <>
        <p className="mb-3">{say("center.deleteBlocked", { name: center.name })}</p>
        <ul className="mb-5 list-disc pl-5">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <CancelLink to={closeTo} word={say("common.close")} />
      </>
    );
  return (
    <ConfirmForm
      intent="delete"
      fields={{ centerId: center.id }}
      question={say("common.deletePerson", { name: center.name })}
      hint={say("center.deleteHint")}
      act={say("common.delete")}
      closeTo={closeTo}
    />
  );
}
