import { useLoaderData, useLocation } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { Chip } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { DetailColumns, DetailHead, DetailPath } from "#app/ui/desk/detail-page.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { personActions } from "./actions.server.ts";
import { PersonDialog } from "./dialogs.tsx";
import { Exports, History, Money } from "./rail.tsx";
import { Feedback, Messages, Requests, Rides, Who } from "./sections.tsx";
import { PersonQuery, type PersonView, personView } from "./view.server.ts";

export const handle = {
  title: "consumer.title",
  fills: true,
  failures: {
    reveal: "consumer.revealFailed",
    export: "consumer.exportFailed",
    erase: "consumer.eraseFailed",
  },
} satisfies Handle;

export const loader = adminPage({ can: "view_Wallet", query: PersonQuery }, personView);
export const action = personActions;

/** One customer: who it is, requests, messages, feedback; on the right money, files with the data, and history. */
export default function Person() {
  const page = useLoaderData<typeof loader>();
  const { person, erasure } = page;
  const say = useSay();
  const here = useLocation();
  const name = person?.name ?? say("consumer.erasedName");
  return (
    <>
      <DetailPath>
        <Link className="d-btn d-btn-bare" to="/usersdetails">
          {say("consumer.all")}
        </Link>
      </DetailPath>
      <DetailHead
        title={name}
        status={
          person && (
            <Chip tone={person.fromApp ? "info" : "plain"}>
              {say(person.fromApp ? "consumers.app" : "consumers.web")}
            </Chip>
          )
        }
        acts={person && <Acts page={page} />}
      />
      <DetailColumns
        label={name}
        asideLabel={say("consumer.history")}
        aside={
          <>
            {page.money && <Money id={page.id} money={page.money} />}
            <Exports exports={page.exports} />
            <History changes={page.changes} />
          </>
        }
      >
        {erasure && <Erased at={erasure.requestedAt} id={page.id} />}
        {person && <Who person={person} />}
        {person && <Requests requests={page.requests} />}
        {person && <Rides rides={page.rides} />}
        {person && <Feedback requests={page.requests} />}
        {person && <Messages messages={page.messages} />}
      </DetailColumns>
      <PersonDialog page={page} closeTo={addressWith(here, { act: null })} />
    </>
  );
}

function Acts({ page: { mayReveal, mayErase } }: { page: Pick<PersonView, "mayReveal" | "mayErase"> }) {
  const say = useSay();
  const here = useLocation();
  const act = (name: "reveal" | "export" | "erase", look = "") => (
    <Link className={`d-btn ${look}`} to={addressWith(here, { act: name })} preventScrollReset>
      {say(`consumer.${name}`)}
    </Link>
  );
  return (
    <>
      {mayReveal && act("reveal")}
      {mayErase && act("export")}
      {mayErase && act("erase", "text-red-700!")}
    </>
  );
}

/** What is left to say of whoever was erased. */
function Erased({ at, id }: { at: Date | string; id: string }) {
  const say = useSay();
  const locale = useLocale();
  return (
    <div className="grid justify-items-start gap-2 py-4">
      <p className="font-semibold">{say("consumer.erasedOn", { at: showDateTime(at, locale) })}</p>
      <p className="text-soft">{say("consumer.erasedWords")}</p>
      <Link className="d-btn" to={`/usersdetails/${id}/erasure`}>
        {say("consumer.showReceipt")}
      </Link>
    </div>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
