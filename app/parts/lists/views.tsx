import { Button } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { Popover } from "#app/ui/desk/popover.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { SelectField, TextField, VersionField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { CancelLink } from "#app/ui/form/form-foot.tsx";
import { countInWords } from "#app/ui/list/counts.ts";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import type { View } from "#app/ui/shell/list-head.tsx";
import type { DeskView } from "./desk-view.server.ts";

/** The tabs of a list: all or the tables of its screen, the built-in views, then the saved ones. */
export function useViews(view: DeskView): View[] {
  const say = useSay();
  const to = useListAddress();
  const { open, list } = view;
  // Leaving a saved view drops its filter.
  const viewAddress = (name: string | null) =>
    open ? `${list.path}${name ? `?view=${name}` : ""}` : to({ view: name });
  const whole = !open && !view.view;
  return [
    ...(view.siblings.length > 0
      ? view.siblings.map(({ path, label }) =>
          path === list.path ? { to: viewAddress(null), label, current: whole } : { to: path, label, current: false },
        )
      : [{ to: viewAddress(null), label: say("common.all"), current: whole }]),
    ...view.views.map(({ name, label, count }) => ({
      to: viewAddress(name),
      label,
      count: countInWords(count, say),
      current: !open && view.view === name,
    })),
    ...view.saved.map(({ id, name, to, shared }) => ({
      to,
      label: name,
      current: open?.id === id,
      shared: shared ? say("views.shared") : undefined,
    })),
  ];
}

/** The controls beside the filters: saving changes, and the menu of the open view. */
export function ViewTools({ view }: { view: DeskView }) {
  const say = useSay();
  const to = useListAddress();
  const { open, unsaved, shownNow } = view;
  const mine = open?.mayChange ? open : undefined;
  return (
    <span className="inline-flex items-center gap-1.5">
      {mine?.changed && (
        <Form intent="changeView" className="contents">
          <input type="hidden" name="saved" value={mine.id} />
          <VersionField value={mine.version} />
          <QueryFields query={shownNow} />
          <button type="submit" className="d-btn">
            {say("common.save")}
          </button>
        </Form>
      )}
      {unsaved && (
        <Link className="d-link" to={to({ act: "saveView" })} preventScrollReset>
          {say(open ? "views.saveAs" : "views.saveView")}
        </Link>
      )}
      {mine && (
        <Popover
          kind="menu"
          label={say("desk.moreFor", { what: mine.name })}
          className="d-btn d-btn-bare d-btn-icon"
          summary={<Icon name="ellipsis" />}
        >
          <Link to={to({ act: "renameView" })} preventScrollReset>
            <Icon name="pencil" />
            {say(view.mayShare ? "views.renameOrShare" : "views.rename")}
          </Link>
          <Link to={to({ act: "deleteView" })} preventScrollReset>
            <Icon name="trash-2" />
            {say("views.delete")}
          </Link>
        </Popover>
      )}
    </span>
  );
}

/** The dialogs to name, share and delete a view. */
export function ViewDialog({ view }: { view: DeskView }) {
  const say = useSay();
  const close = useListAddress()({});
  const { open, act } = view;
  if (act === "saveView") {
    return (
      <AddressDialog title={say("views.saveView")} closeTo={close}>
        <Form intent="keepView" className="grid gap-4">
          <ErrorSummary intent="keepView" />
          <QueryFields query={view.shownNow} />
          <ViewFields view={view} />
          <Buttons closeTo={close} />
        </Form>
      </AddressDialog>
    );
  }
  if (!open?.mayChange) return null;
  if (act === "renameView") {
    return (
      <AddressDialog title={say("views.rename")} closeTo={close}>
        <Form intent="renameView" className="grid gap-4" values={{ name: open.name, role: open.roleId ?? "" }}>
          <ErrorSummary intent="renameView" />
          <input type="hidden" name="saved" value={open.id} />
          <VersionField value={open.version} />
          <ViewFields view={view} />
          <Buttons closeTo={close} />
        </Form>
      </AddressDialog>
    );
  }
  if (act !== "deleteView") return null;
  return (
    <AddressDialog title={say("views.delete")} closeTo={close}>
      <ConfirmForm
        intent="deleteView"
        fields={{ saved: open.id, version: String(open.version) }}
        meanwhile={say("views.deleteNow")}
        question={say("views.deleteQuestion", { name: open.name })}
        hint={open.roleId ? say("views.deleteShared") : say("views.deleteHint")}
        act={say("views.delete")}
        closeTo={close}
      />
    </AddressDialog>
  );
}

function ViewFields({ view }: { view: DeskView }) {
  const say = useSay();
  return (
    <>
      <TextField name="name" label={say("common.name")} required maxLength={40} autoComplete="off" />
      {view.roles && (
        <SelectField
          name="role"
          label={say("views.shareWith")}
          hint={say("views.shareHint")}
          required={false}
          empty={say("views.onlyMe")}
          options={view.roles.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </>
  );
}

function Buttons({ closeTo }: { closeTo: string }) {
  const say = useSay();
  return (
    <div className="flex flex-wrap gap-3">
      <Button>{say("common.save")}</Button>
      <CancelLink to={closeTo} />
    </div>
  );
}

/** A view's query as hidden fields. */
function QueryFields({ query }: { query: string }) {
  return [...new URLSearchParams(query)].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ));
}
