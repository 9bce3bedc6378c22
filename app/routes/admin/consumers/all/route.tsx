import { useLoaderData } from "@remix-run/react";
import { consumersDesk } from "#app/parts/consumers/consumers-desk.server.ts";
import { DeskListScreen } from "#app/parts/lists/desk-list.tsx";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import { useAddress } from "#app/ui/base/address.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { CheckCards, TextField } from "#app/ui/form/fields.tsx";
import { cellText, type Looks } from "#app/ui/list/columns.tsx";
import { CardName, CardNumber, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { alsoIn, OpenPerson } from "#modules/consumers/shared.ts";
import { showDateTime } from "#modules/kernel/clock.ts";
import { allAction } from "./actions.server.ts";

export const handle = {
  title: "consumers.title",
  fills: true,
  failures: { open: "consumers.byPhoneFailed" },
} satisfies Handle;

export const loader = deskPage(consumersDesk);
export const action = allAction;

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];

/** The customers (R427). */
export default function Consumers() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const addressOf = useAddress();
  const locale = useLocale();
  const to = useListAddress();
  const momentText = (value: unknown) => (value ? showDateTime(new Date(String(value)), locale) : "");
  const looks: Looks<Row> = {
    avatar: { show: (row) => <Avatar row={row} /> },
    registered: { look: "soft" },
    name: { show: (row) => <PersonLink row={row} /> },
    email: { look: "soft" },
    from: { show: (row) => <From row={row} /> },
    address: { look: "soft", cut: 40 },
  };
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      nameOf={({ name }) => name}
      open={({ id }) => personPath(id)}
      none={view.narrowed ? undefined : say("consumers.none")}
      tools={
        view.also?.mayOpen && (
          <Link className="d-btn" to={to({ act: "byPhone" })} preventScrollReset>
            {say("consumers.byPhone")}
          </Link>
        )
      }
      card={(row) => (
        <>
          <CardNumber>
            <PersonLink row={row} />
          </CardNumber>
          <From row={row} />
          <CardName>
            {[momentText(row.cells.registered), cellText(row.cells.email)].filter(Boolean).join(" · ")}
          </CardName>
          <CardText>{addressOf(cellText(row.cells.address)) || "-"}</CardText>
        </>
      )}
    >
      {view.also?.opens && <ByPhone closeTo={to({})} />}
    </DeskListScreen>
  );
}

/** Opens whoever has a number, also somebody whom only requests or files name. */
function ByPhone({ closeTo }: { closeTo: string }) {
  const say = useSay();
  return (
    <AddressDialog title={say("consumers.byPhoneTitle")} closeTo={closeTo}>
      <DialogForm schema={OpenPerson} intent="open" act={say("consumers.byPhoneAct")} closeTo={closeTo}>
        <p>{say("consumers.byPhoneLead")}</p>
        <TextField name="phone" label={say("common.mobileNumber")} inputMode="numeric" autoComplete="off" />
        <CheckCards
          name="alsoIn"
          label={say("consumers.alsoIn")}
          required={false}
          options={alsoIn.map((value) => ({
            value,
            label: say(`consumers.alsoIn.${value}`),
            hint: say("consumers.alsoIn.hint"),
          }))}
        />
      </DialogForm>
    </AddressDialog>
  );
}

const personPath = (id: string) => `/usersdetails/${id}`;

const PersonLink = ({ row }: { row: Row }) => (
  <Link className="d-link" to={personPath(row.id)}>
    <b>{row.name}</b>
  </Link>
);

/** The initials of a customer. */
const Avatar = ({ row }: { row: Row }) => (
  <span
    className="inline-flex items-center justify-center size-7 rounded-full bg-hair text-[11px] font-semibold"
    aria-hidden="true"
  >
    {cellText(row.cells.avatar) || "?"}
  </span>
);

const From = ({ row }: { row: Row }) => <Chip tone={row.fromApp ? "info" : "plain"}>{cellText(row.cells.from)}</Chip>;

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
