import { Button } from "#app/ui/base/button.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { Form } from "#app/ui/form/form.tsx";
import { showDate } from "#modules/kernel/clock.ts";

/** From this many recovery codes down, new ones are recommended. */
const few = 3;

type SecondFactorProps = {
  /** Whether this installation offers second factors. */
  offering: boolean;
  required: boolean;
  on: { since: string; codesLeft: number } | null;
};

/** The state of the second factor, and the forms that change it. */
export function SecondFactorCard({ offering, required, on }: SecondFactorProps) {
  const say = useSay();
  const locale = useLocale();
  return (
    <section id="second-factor" className="card mb-6" aria-labelledby="second-factor-title">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h2 id="second-factor-title">{say("security.factor")}</h2>
        <Chip tone={on ? "good" : "warm"}>
          {on ? say("security.on", { date: showDate(on.since, locale) }) : say("security.off")}
        </Chip>
      </div>
      <p className="mb-4 max-w-xl text-soft">{say(offering ? "security.factorHint" : "security.notOffered")}</p>
      {offering && !on && (
        <Form intent="setUp" className="grid max-w-sm justify-items-start gap-4">
          <Button>{say("security.setUp")}</Button>
        </Form>
      )}
      {offering && on && <Change required={required} codesLeft={on.codesLeft} />}
    </section>
  );
}

function Change({ required, codesLeft }: { required: boolean; codesLeft: number }) {
  const say = useSay();
  const acts = [
    { intent: "replace", label: say("security.replace") },
    { intent: "renew", label: say("security.renew") },
    ...(required ? [] : [{ intent: "turnOff", label: say("security.turnOff"), danger: true }]),
  ];
  return (
    <>
      <p className={codesLeft <= few ? "note note-warm mb-4" : "mb-4"}>
        {say(codesLeft <= few ? "security.codesFew" : "security.codesLeft", { left: codesLeft })}
      </p>
      <h3 className="mb-1">{say("security.change")}</h3>
      <p className="hint mb-3">{say("security.changeHint")}</p>
      <div className="grid gap-2">
        {acts.map(({ intent, label, danger }) => (
          <Act key={intent} intent={intent} label={label} danger={danger ?? false} />
        ))}
      </div>
    </>
  );
}

/** A folded form: each action asks for password and code itself. */
function Act({ intent, label, danger }: { intent: string; label: string; danger: boolean }) {
  const answered = useAnswer<{ intent?: string }>();
  return (
    <details className="rounded-md border border-line px-4 py-1" name="change" open={answered?.intent === intent}>
      <summary className="flex min-h-11 items-center font-semibold">{label}</summary>
      <Form
        intent={intent}
        prefix={`${intent}-`}
        confirm={{ otp: true }}
        className="grid max-w-md justify-items-stretch gap-4 pt-2 pb-4"
      >
        <div>
          <Button tone={danger ? "danger" : "main"}>{label}</Button>
        </div>
      </Form>
    </details>
  );
}
