import { Chip } from "#app/ui/base/chip.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { choiceLook } from "#app/ui/form/choice-look.ts";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { VersionField } from "#app/ui/form/fields.tsx";
import { useField } from "#app/ui/form/form-state.ts";
import { figure } from "#modules/kernel/figure.ts";
import type { CenterForTicket } from "#modules/tickets/index.ts";
import { AssignTechnician } from "#modules/tickets/shared.ts";
import { actName } from "./acts.ts";
import type { OpenDialog } from "./dialog.server.ts";

/** Chooses a technician (R467): centers that fit first, nearest and freest, each with its technicians. */
export function AssignForm({ act, ticket, centers, closeTo }: OpenDialog) {
  const say = useSay();
  const intent = act === "reassign" ? "reassign" : "assign";
  const fits = ({ reason, holds }: CenterForTicket) => holds || reason === "offered";
  const others = centers.filter((center) => !fits(center));
  const now = ticket.technician || null;
  return (
    <DialogForm
      schema={AssignTechnician}
      intent={intent}
      hidden={{ ticketId: ticket.id }}
      act={say(actName(intent))}
      note={<p className="text-soft">{intent === "reassign" && say("acts.reassignHint")}</p>}
      closeTo={closeTo}
      cancelFirst
      sheet
    >
      <VersionField value={ticket.version} />
      {now && <p>{say("center.assign.now", { name: now.name })}</p>}
      <Technicians centers={centers.filter(fits)} now={now?.id} first />
      {others.length > 0 && (
        <details>
          <summary className="cursor-pointer py-1.5 text-teal-700">
            {say("acts.centersNotFitting", { n: others.length })}
          </summary>
          <Technicians centers={others} now={now?.id} />
        </details>
      )}
    </DialogForm>
  );
}

type TechniciansProps = { centers: readonly CenterForTicket[]; now: string | undefined; first?: boolean };

function Technicians({ centers, now, first = false }: TechniciansProps) {
  const say = useSay();
  const field = useField("technicianId");
  if (centers.length === 0) return <p className="text-soft">{say("acts.noCenterFits")}</p>;
  return (
    <div className="grid gap-4">
      {first && field.error && (
        <span id={`${field.id}-error`} className="wrong">
          {field.error}
        </span>
      )}
      {centers.map((center, nth) => (
        <fieldset key={center.id} className="border-b border-hair pb-2.5">
          <legend>
            <b>{center.name}</b>{" "}
            <small className="text-12 text-soft">
              {[center.qrId, center.city, center.pincode].filter(Boolean).join(" · ")}
            </small>
          </legend>
          <p>
            {center.holds ? (
              <Chip tone="good">{say("acts.centerHolds")}</Chip>
            ) : (
              center.reason !== "offered" && <Chip tone="warm">{say(`matchReason.${center.reason}`)}</Chip>
            )}{" "}
            {center.openTickets !== null && center.limit !== null && (
              <small className="text-12 text-soft">
                {say("acts.centerLoad", { n: figure(center.openTickets), limit: figure(center.limit) })}
              </small>
            )}
          </p>
          {center.technicians.length === 0 && <p className="text-soft">{say("acts.centerNobody")}</p>}
          {center.technicians.map((technician, place) => (
            <label key={technician.id} className={`${choiceLook} mt-1 max-md:min-h-9`}>
              <input
                type="radio"
                id={first && nth === 0 && place === 0 ? field.id : undefined}
                name="technicianId"
                value={technician.id}
                defaultChecked={field.value === technician.id}
                disabled={technician.id === now}
              />
              <span>
                {technician.name}{" "}
                <small className="text-12 text-soft">
                  {technician.pendingTicketCount === null
                    ? technician.technicianId
                    : say("acts.technicianLoad", { id: technician.technicianId, n: technician.pendingTicketCount })}
                </small>
                {!technician.authorized && (
                  <>
                    {" "}
                    <Chip tone="warm">{say("acts.technicianNotAuthorized")}</Chip>
                  </>
                )}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
