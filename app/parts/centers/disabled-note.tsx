import { Note } from "#app/ui/base/card.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useSite } from "#app/ui/base/site.ts";

/** A link that calls the operators. */
export function CallOperators() {
  const say = useSay();
  const { supportPhone } = useSite();
  if (!supportPhone) return null;
  return (
    <a className="link inline-flex min-h-11 items-center" href={`tel:${supportPhone.replace(/[^\d+]/g, "")}`}>
      {say("common.callPhone", { phone: supportPhone })}
    </a>
  );
}

type Notice = { state: "disabled" | "inactive"; why: string | null; appealed: boolean };

/** Tells a center why it gets no new requests, what the operators told it, and whom to call. */
export function DisabledNote({ notice: { state, why, appealed } }: { notice: Notice }) {
  const say = useSay();
  return (
    <div className="mb-5" data-disabled="">
      <Note tone="warm">
        <p className="font-semibold">{say(`center.notice.${state}`)}</p>
        {why && <p className="whitespace-pre-line">{say("center.notice.why", { why })}</p>}
        <p>{say("center.notice.next")}</p>
        <p className="flex flex-wrap items-center gap-x-4">
          <CallOperators />
          <Link className="link inline-flex min-h-11 items-center" to="/center-appeal">
            {say(appealed ? "center.appeal.own" : "center.appeal.title")}
          </Link>
        </p>
      </Note>
    </div>
  );
}
