import { useLocation } from "@remix-run/react";
import { Button } from "#app/ui/base/button.tsx";
import type { Refused } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { Form } from "#app/ui/form/form.tsx";
import type { DayIntents } from "./visit-words.tsx";

/** The id of the form of an intent that is sent for a visit which is dropped. */
export const dropForm = (intent: string) => `drop-${intent}`;

/**
 * What is sent for a visit that is dropped: its technician, and its other window, which is unconfirmed about then. The board's
 * island fills them in; only what asks for the password again is seen.
 */
export function DropForms({ day, intents }: { day: string; intents: DayIntents }) {
  const { pathname } = useLocation();
  return (
    <>
      {[...new Set(Object.values(intents))].map((intent) => (
        <TechnicianForm key={intent} intent={intent} />
      ))}
      <Form method="get" action={pathname} id="drop-window" preventScrollReset>
        <input type="hidden" name="day" value={day} />
        <input type="hidden" name="agree" />
        <input type="hidden" name="at" />
      </Form>
    </>
  );
}

function TechnicianForm({ intent }: { intent: string }) {
  const say = useSay();
  const refused = useAnswer<Refused>();
  const unconfirmed = refused?.intent === intent && refused.confirm ? refused : undefined;
  return (
    <Form
      intent={intent}
      id={dropForm(intent)}
      className={unconfirmed && "mb-3 grid max-w-xl gap-3"}
      preventScrollReset
    >
      <template data-problem-place={intent} />
      {["ticketId", "version", "technicianId", "at"].map((name) => (
        <input
          key={name}
          type="hidden"
          name={name}
          defaultValue={unconfirmed && String(unconfirmed.values?.[name] ?? "")}
        />
      ))}
      {unconfirmed && <Button small>{say("center.act.assign")}</Button>}
    </Form>
  );
}
