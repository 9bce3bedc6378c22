import type { ReactNode } from "react";
import type { z } from "zod";
import { useSay } from "#app/ui/base/say.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { AreaField, VersionField } from "#app/ui/form/fields.tsx";
import { BroadcastRemarks, CancelWithReason, OnboardingRemarks, UpdateRequirement } from "#modules/tickets/shared.ts";
import type { OpenDialog } from "./dialog.server.ts";

type WordsProps = {
  intent: string;
  schema: z.ZodType;
  ticket: { id: string; version: number };
  act: string;
  danger?: boolean;
  /** The text of the link that closes it, where "Cancel" would be the act itself. */
  keep?: string;
  closeTo: string;
  children: ReactNode;
};

/** A dialog with one field of words, which are not lost to a key pressed by mistake. */
function WordsForm({ ticket, children, ...form }: WordsProps) {
  return (
    <DialogForm {...form} hidden={{ ticketId: ticket.id }} guarded>
      <VersionField value={ticket.version} />
      {children}
    </DialogForm>
  );
}

/** What the onboarding team notes on a request (R466); it replaces what stands there. */
export function RemarksForm({ ticket, closeTo }: OpenDialog) {
  const say = useSay();
  const { onboardingRemarks, onboardingBy } = ticket.remarks;
  return (
    <WordsForm
      intent="remarks"
      schema={OnboardingRemarks}
      ticket={ticket}
      act={say("common.saveRemarks")}
      closeTo={closeTo}
    >
      <AreaField
        name="text"
        label={say("acts.remarks")}
        hint={onboardingBy ? say("acts.remarksBy", { name: onboardingBy }) : say("acts.remarksHint")}
        value={onboardingRemarks ?? ""}
        rows={4}
      />
    </WordsForm>
  );
}

type CenterRemarksProps = {
  ticket: { id: string; version: number };
  offer: { centerId: string; center: string; remarks: string | null; remarksBy: string | null };
  closeTo: string;
};

/** What the team notes about one center a request was offered to (R470). */
export function CenterRemarksForm({ ticket, offer, closeTo }: CenterRemarksProps) {
  const say = useSay();
  return (
    <WordsForm
      intent="centerRemarks"
      schema={BroadcastRemarks}
      ticket={ticket}
      act={say("common.saveRemarks")}
      closeTo={closeTo}
    >
      <input type="hidden" name="centerId" value={offer.centerId} />
      <AreaField
        name="text"
        label={say("acts.remarksFor", { center: offer.center })}
        {...(offer.remarksBy && { hint: say("acts.remarksBy", { name: offer.remarksBy }) })}
        value={offer.remarks ?? ""}
        rows={4}
      />
    </WordsForm>
  );
}

/** R293: the reason is saved as the team's remarks, then the request is cancelled. */
export function CancelForm({ ticket, closeTo }: OpenDialog) {
  const say = useSay();
  return (
    <WordsForm
      intent="cancel"
      schema={CancelWithReason}
      ticket={ticket}
      act={say("acts.cancelRequest")}
      keep={say("acts.keep")}
      danger
      closeTo={closeTo}
    >
      <p>
        {say("acts.cancelQuestion", { number: ticket.number, name: ticket.name })}{" "}
        {ticket.isPaidByPublic && say("acts.cancelFee")}
      </p>
      <AreaField name="reason" label={say("common.reason")} hint={say("acts.reasonHint")} />
    </WordsForm>
  );
}

/** R292. */
export function RequirementForm({ ticket, closeTo }: OpenDialog) {
  const say = useSay();
  return (
    <WordsForm
      intent="requirement"
      schema={UpdateRequirement}
      ticket={ticket}
      act={say("common.save")}
      closeTo={closeTo}
    >
      <AreaField
        name="requirement"
        label={say("center.ticket.requirement")}
        value={ticket.requirement ?? ""}
        rows={4}
      />
    </WordsForm>
  );
}
