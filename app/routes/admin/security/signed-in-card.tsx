import { Button } from "#app/ui/base/button.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { Form } from "#app/ui/form/form.tsx";
import type { OwnSession } from "#modules/access/index.ts";
import { showDateTime } from "#modules/kernel/clock.ts";

/** The admin's open sessions; every one but the current can be ended. */
export function SignedInCard({ sessions }: { sessions: readonly OwnSession[] }) {
  const say = useSay();
  return (
    <section className="card" aria-labelledby="signed-in">
      <h2 id="signed-in" className="mb-1">
        {say("signedIn.title")}
      </h2>
      <p className="mb-4 text-soft">{say("signedIn.hint")}</p>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <Place key={session.id} {...session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form intent="endOthers" prefix="endOthers-" preventScrollReset className="mt-4 grid max-w-md gap-4">
          <div>
            <Button tone="danger">{say("signedIn.endOthers")}</Button>
          </div>
        </Form>
      )}
    </section>
  );
}

function Place({ id, via, device, network, signedInAt, lastSeenAt, current }: OwnSession) {
  const say = useSay();
  const locale = useLocale();
  // Every session has the same form; a refusal is shown in its own.
  const mine = useAnswer<{ values?: { sessionId?: string } }>()?.values?.sessionId === id;
  const since = showDateTime(signedInAt, locale);
  const name = device ?? say(via === "token" ? "signedIn.app" : "signedIn.unknown");
  const facts = [
    { label: say("signedIn.network"), value: network },
    { label: say("signedIn.since"), value: since },
    { label: say("signedIn.seen"), value: showDateTime(lastSeenAt, locale) },
  ];
  return (
    <li
      className="grid items-start gap-x-6 gap-y-2 py-3 md:grid-cols-[minmax(0,1fr)_auto]"
      data-session={current ? "this" : "other"}
    >
      <div className="min-w-0">
        <p className="font-semibold">
          {name}{" "}
          {current && (
            <Chip tone="good" className="ml-1">
              {say("signedIn.here")}
            </Chip>
          )}
        </p>
        <p className="text-sm text-soft">
          {facts.map(({ label, value }) => (
            <span key={label} className="mr-4 inline-block">
              {label}: {value ?? "–"}
            </span>
          ))}
        </p>
      </div>
      {!current && (
        <Form
          intent="endSession"
          outcome={mine ? undefined : null}
          prefix={`${id}-`}
          preventScrollReset
          className={`grid max-w-md gap-3 ${mine ? "md:col-span-2" : ""}`}
        >
          <input type="hidden" name="sessionId" value={id} />
          <div>
            <Button tone="quiet" small aria-label={say("signedIn.endOne", { device: name, since })}>
              {say("common.end")}
            </Button>
          </div>
        </Form>
      )}
    </li>
  );
}
