import { FlagTicks } from "#app/parts/access/flags.tsx";
import type { AlsoOfUsers } from "#app/parts/access/users-desk.server.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { Facts } from "#app/ui/detail/detail.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { SheetView } from "#app/ui/dialog/sheet-view.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { CancelLink } from "#app/ui/form/form-foot.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";

type User = NonNullable<NonNullable<AlsoOfUsers["dialog"]>["user"]>;

/** 'User Information Status' (R355), and the questions before a user is switched or deleted. */
export function UserDialog({ dialog }: AlsoOfUsers) {
  const say = useSay();
  const closeTo = useListAddress()({});
  if (!dialog) return null;
  const { act, user } = dialog;
  if (!user)
    return (
      <AddressDialog title={say("user.information")} closeTo={closeTo}>
        <Note tone="bad">{say("user.gone")}</Note>
      </AddressDialog>
    );
  if (act === "delete" && user.may.remove)
    return (
      <AddressDialog title={say("user.deleteTitle")} closeTo={closeTo}>
        <ConfirmForm
          intent="remove"
          fields={{ adminId: user.id }}
          question={say("user.deleteQuestion", { name: user.userName })}
          hint={say("user.deleteHint")}
          act={say("common.delete")}
          closeTo={closeTo}
        />
      </AddressDialog>
    );
  if (act === "toggle" && user.may.setActive) return <Toggle user={user} closeTo={closeTo} />;
  return (
    <AddressDialog title={say("user.information")} closeTo={closeTo} side>
      <SheetView
        label={say("user.information")}
        foot={
          <>
            {user.may.change && <ButtonLink to={`/add-user?edit=${user.id}`}>{say("user.edit")}</ButtonLink>}
            <CancelLink to={closeTo} word={say("common.close")} />
          </>
        }
      >
        <Facts
          facts={[
            { label: say("user.userName"), value: user.userName },
            { label: say("user.role"), value: user.roleName },
            { label: say("user.status"), value: say(user.isActive ? "user.ACTIVE" : "user.IN_ACTIVE") },
          ]}
        />
        {user.permissions ? <FlagTicks held={user.permissions} /> : <Note>{say("user.everything")}</Note>}
      </SheetView>
    </AddressDialog>
  );
}

function Toggle({ user, closeTo }: { user: User; closeTo: string }) {
  const say = useSay();
  const way = user.isActive ? "disable" : "enable";
  return (
    <AddressDialog title={say(`user.${way}Title`)} closeTo={closeTo}>
      <ConfirmForm
        intent="setActive"
        fields={{ adminId: user.id, isActive: user.isActive ? "0" : "1" }}
        question={say(`user.${way}Question`, { name: user.userName })}
        hint={say(`user.${way}Hint`)}
        act={say(`user.${way}Title`)}
        harmless={!user.isActive}
        closeTo={closeTo}
      />
    </AddressDialog>
  );
}
