import { FlagTicks } from "#app/parts/access/flags.tsx";
import type { AlsoOfRoles } from "#app/parts/access/roles-desk.server.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { Facts } from "#app/ui/detail/detail.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { SheetView } from "#app/ui/dialog/sheet-view.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { CancelLink } from "#app/ui/form/form-foot.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";

type Role = NonNullable<NonNullable<AlsoOfRoles["dialog"]>["role"]>;

/** The popup with a role's permissions, and the question before a role is deleted. */
export function RoleDialog({ dialog }: AlsoOfRoles) {
  const say = useSay();
  const closeTo = useListAddress()({});
  if (!dialog) return null;
  const { act, role } = dialog;
  if (!role)
    return (
      <AddressDialog title={say("common.view")} closeTo={closeTo}>
        <Note tone="bad">{say("role.gone")}</Note>
      </AddressDialog>
    );
  if (act === "delete" && role.may.remove)
    return (
      <AddressDialog title={say("role.deleteTitle")} closeTo={closeTo}>
        {role.count > 0 ? (
          <>
            <Note tone="warm">{say("role.inUse", { n: role.count })}</Note>
            <p className="mt-4">
              <CancelLink to={closeTo} word={say("common.close")} />
            </p>
          </>
        ) : (
          <ConfirmForm
            intent="deleteRole"
            fields={{ roleId: role.id }}
            question={say("role.deleteQuestion", { name: role.roleName })}
            hint={say("role.deleteHint")}
            act={say("common.delete")}
            closeTo={closeTo}
          />
        )}
      </AddressDialog>
    );
  return (
    <AddressDialog title={role.roleName} closeTo={closeTo} side>
      <SheetView
        label={say("common.permissions")}
        foot={
          <>
            {role.may.change && <ButtonLink to={`/add-role?edit=${role.id}`}>{say("role.edit")}</ButtonLink>}
            <CancelLink to={closeTo} word={say("common.close")} />
          </>
        }
      >
        <Facts
          facts={[
            { label: say("role.holders"), value: <Holders role={role} /> },
            { label: say("role.opens"), value: <Opens role={role} /> },
          ]}
        />
        <FlagTicks held={role.permissions} />
      </SheetView>
    </AddressDialog>
  );
}

function Holders({ role: { holders, count } }: { role: Role }) {
  const say = useSay();
  if (count === 0) return say("role.holders.none");
  if (!holders) return String(count);
  return (
    <span className="flex flex-wrap gap-y-1 gap-x-3">
      {holders.map(({ id, userName, isActive }) => (
        <Link key={id} className="link" to={`/users?act=view&of=${id}`}>
          {isActive ? userName : say("role.holders.off", { name: userName })}
        </Link>
      ))}
    </span>
  );
}

function Opens({ role: { opens } }: { role: Role }) {
  const say = useSay();
  if (opens.length === 0) return say("role.opens.none");
  return (
    <span className="flex flex-wrap gap-y-1 gap-x-3">
      {opens.map(({ to, label, leads }) =>
        leads ? (
          <Link key={to} className="link" to={to}>
            {say(label)}
          </Link>
        ) : (
          <span key={to}>{say(label)}</span>
        ),
      )}
    </span>
  );
}
