import type { ReactNode } from "react";
import type { z } from "zod";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { type Fact, Facts } from "#app/ui/detail/detail.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { SelectField } from "#app/ui/form/fields.tsx";

type RevealFormProps<Shown> = {
  schema: z.ZodType;
  intent?: string;
  /** The hidden fields that say whose it is. */
  hidden?: Record<string, string>;
  /** Whose it is, where the dialog does not say so already. */
  name?: string;
  why: { label: string; hint: string; reasons: readonly { value: string; label: string }[] };
  act: string;
  /** The facts of the answer. */
  facts: (shown: Shown) => readonly (Fact | false | null)[];
  /** What is said below the facts: that it was written down. */
  auditNote: string;
  /** What may be done with what is shown, beside Done. */
  next?: (shown: Shown) => ReactNode;
  closeTo: string;
};

/** Shows what is masked elsewhere, once and for a reason that is written down: first the reason, then the facts. */
export function RevealForm<Shown>(props: RevealFormProps<Shown>) {
  const { schema, intent = "reveal", hidden, name, why, act, facts, auditNote, next, closeTo } = props;
  const say = useSay();
  const answer = useAnswer<{ intent?: string; result?: Shown }>();
  const shown = answer?.intent === intent ? answer.result : undefined;
  if (shown)
    return (
      <div className="grid gap-4">
        <Facts facts={facts(shown)} />
        <p className="text-soft">{auditNote}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={closeTo}>{say("common.close")}</ButtonLink>
          {next?.(shown)}
        </div>
      </div>
    );
  return (
    <DialogForm schema={schema} intent={intent} {...(hidden && { hidden })} act={act} closeTo={closeTo}>
      {name && (
        <p>
          <b>{name}</b>
        </p>
      )}
      <SelectField name="reason" label={why.label} hint={why.hint} options={why.reasons} />
    </DialogForm>
  );
}
