import type { ClientAct } from "#app/parts/clients/clients-desk.server.ts";
import { RevealForm } from "#app/parts/reveal/reveal-form.tsx";
import { PhoneLink } from "#app/parts/tickets/customer.tsx";
import { useAddress } from "#app/ui/base/address.tsx";
import { ButtonLink, buttonLook } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { Changes } from "#app/ui/detail/changes.tsx";
import { Facts } from "#app/ui/detail/detail.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { SheetView } from "#app/ui/dialog/sheet-view.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { CancelLink } from "#app/ui/form/form-foot.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { clientFieldNames } from "#modules/catalog/labels.ts";
import {
  type ClientCard,
  type ClientChange,
  clientCountry,
  clientRevealReasons,
  RevealClient,
  type RevealedClient,
} from "#modules/catalog/shared.ts";
import { rupees } from "#modules/kernel/money.ts";
import { isMessageKey } from "#modules/messages/index.ts";

/** What crosses the wire of a client: times come as text. */
type Shown = Omit<ClientCard, "createdAt"> & {
  inTheWay: { users: number; requests: number };
  changes: readonly ClientChange[];
};
export type ShownDialog = { act: ClientAct; client: Shown | null };
type DialogProps = { dialog: ShownDialog; mayEdit: boolean; mayDeleteUsers: boolean };

/** A client's details, its numbers in full, and the question before it is deleted. */
export function ClientDialog({ dialog: { act, client }, mayEdit, mayDeleteUsers }: DialogProps) {
  const say = useSay();
  const closeTo = useListAddress()({});
  if (!client)
    return (
      <AddressDialog title={say("clients.list")} closeTo={closeTo}>
        <Note tone="bad">{say("clients.gone")}</Note>
      </AddressDialog>
    );
  if (act === "delete" && mayEdit) return <Delete client={client} closeTo={closeTo} mayDeleteUsers={mayDeleteUsers} />;
  if (act === "reveal" && mayEdit)
    return (
      <AddressDialog title={say("clients.revealTitle")} closeTo={closeTo}>
        <Reveal client={client} closeTo={closeTo} />
      </AddressDialog>
    );
  return <Details client={client} closeTo={closeTo} mayEdit={mayEdit} />;
}

type Part = { client: Shown; closeTo: string };

function Details({ client, closeTo, mayEdit }: Part & { mayEdit: boolean }) {
  const say = useSay();
  const to = useListAddress();
  const stateOf = useAddress();
  const { inTheWay } = client;
  return (
    <AddressDialog title={client.clientName} closeTo={closeTo} side>
      <SheetView
        label={client.clientName}
        foot={
          <>
            {mayEdit && <ButtonLink to={to({ act: "edit", of: client.id })}>{say("common.edit")}</ButtonLink>}
            {mayEdit && (
              <ButtonLink tone="quiet" to={to({ act: "reveal", of: client.id })}>
                {say("clients.reveal")}
              </ButtonLink>
            )}
            <ButtonLink tone="quiet" to={`/client-api?client=${client.id}`}>
              {say("common.apiKeys")}
            </ButtonLink>
            <ButtonLink tone="quiet" to={`/client-webhooks?client=${client.id}`}>
              {say("common.webhooks")}
            </ButtonLink>
            <CancelLink to={closeTo} word={say("common.close")} />
          </>
        }
      >
        {client.productName === null && <Note tone="warm">{say("clients.noDetails")}</Note>}
        <Facts
          title={say("clients.what")}
          facts={[
            { label: say("clients.id"), value: client.clientId },
            { label: say("clients.product"), value: client.productName },
            { label: say("clients.productCategory"), value: client.productCategory },
            { label: say("clients.requirement"), value: client.specificRequirement },
            { label: say("clients.price"), value: client.pricePaise === null ? null : rupees(client.pricePaise) },
            { label: say("common.category"), value: client.category.join(", ") },
            { label: say("clients.brands"), value: client.allowedBrands.join(", ") },
            { label: say("common.users"), value: String(inTheWay.users) },
            { label: say("common.openRequests"), value: String(inTheWay.requests) },
          ]}
        />
        <Facts
          title={say("clients.who")}
          facts={[
            { label: say("clients.contact"), value: client.contactName },
            { label: say("common.designation"), value: client.contactDesignation },
            { label: say("common.phone"), value: client.contactPhone },
            { label: say("clients.email"), value: client.officialEmail },
          ]}
        />
        <Facts
          title={say("common.address")}
          facts={[
            { label: say("common.addressLine"), value: client.addressLine },
            { label: say("common.city"), value: client.city },
            { label: say("common.state"), value: client.state && stateOf(client.state) },
            { label: say("common.pincode"), value: client.pincode },
            { label: say("common.country"), value: clientCountry },
          ]}
        />
        <Facts
          title={say("clients.papers")}
          facts={[
            { label: say("clients.gst"), value: client.gstNumber },
            { label: say("clients.pan"), value: client.panNumber },
            { label: say("clients.aadhaar"), value: client.aadhaarNumber },
            { label: say("clients.tin"), value: client.tinNumber },
          ]}
        />
        <Facts
          title={say("clients.bankDetails")}
          facts={[
            { label: say("clients.bank"), value: client.bankName },
            { label: say("clients.account"), value: client.accountNumber },
            { label: say("clients.ifsc"), value: client.ifscCode },
            { label: say("clients.branch"), value: client.branch },
          ]}
        />
        <section className="mb-6">
          <h2 className="mb-2">{say("common.history")}</h2>
          <Changes changes={client.changes.map((change) => ({ ...change, what: whatOf(change, say) }))} />
        </section>
      </SheetView>
    </AddressDialog>
  );
}

/** What was done with a client, in words. */
function whatOf({ event, changed, reason, about }: ClientChange, say: Say) {
  const key = `clients.change.${event.replace(/^client\./, "")}`;
  const fields = changed.flatMap((name) => clientFieldNames[name] ?? []).map((label) => say(label));
  const why = clientRevealReasons.find((each) => each === reason);
  const more = why ? say(`clients.reason.${why}`) : (about ?? fields.join(", "));
  return (isMessageKey(key) ? say(key) : event) + (more && `: ${more}`);
}

/** The question before a client is deleted, or what stands in the way (Q115). */
function Delete({ client, closeTo, mayDeleteUsers }: Part & { mayDeleteUsers: boolean }) {
  const say = useSay();
  const { users, requests } = client.inTheWay;
  return (
    <AddressDialog title={say("clients.deleteTitle")} closeTo={closeTo}>
      {users + requests > 0 ? (
        <>
          <Note tone="warm">{say("clients.inUse", { users, requests })}</Note>
          <p className="mt-4 flex flex-wrap gap-3">
            {users > 0 && mayDeleteUsers && (
              <Link className={buttonLook({ tone: "quiet" })} to="/users">
                {say("common.users")}
              </Link>
            )}
            {requests > 0 && (
              <Link className={buttonLook({ tone: "quiet" })} to={`/all-client-ticket?clientId=${client.id}&days=all`}>
                {say("clients.showRequests")}
              </Link>
            )}
            <CancelLink to={closeTo} word={say("common.close")} />
          </p>
        </>
      ) : (
        <ConfirmForm
          intent="remove"
          fields={{ clientId: client.id }}
          question={say("clients.deleteQuestion", { name: client.clientName })}
          hint={say("clients.deleteHint")}
          act={say("common.delete")}
          closeTo={closeTo}
        />
      )}
    </AddressDialog>
  );
}

/** Shows GST, PAN, account and contact number once, for a reason that is written down. */
function Reveal({ client, closeTo }: Part) {
  const say = useSay();
  return (
    <RevealForm<RevealedClient>
      schema={RevealClient}
      hidden={{ clientId: client.id }}
      name={client.clientName}
      why={{
        label: say("clients.revealWhy"),
        hint: say("clients.revealHint"),
        reasons: clientRevealReasons.map((value) => ({ value, label: say(`clients.reason.${value}`) })),
      }}
      act={say("clients.revealShow")}
      facts={(shown) => [
        { label: say("clients.name"), value: shown.clientName },
        { label: say("clients.contact"), value: shown.contactName },
        { label: say("common.phone"), value: shown.contactPhone && <PhoneLink phone={shown.contactPhone} /> },
        { label: say("clients.gst"), value: shown.gstNumber },
        { label: say("clients.pan"), value: shown.panNumber },
        { label: say("clients.account"), value: shown.accountNumber },
      ]}
      auditNote={say("clients.revealed")}
      closeTo={closeTo}
    />
  );
}
