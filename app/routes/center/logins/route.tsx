import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { centerActions, centerPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { PhoneLink } from "#app/parts/tickets/customer.tsx";
import { Button, buttonLook } from "#app/ui/base/button.tsx";
import { Card } from "#app/ui/base/card.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { addDeskLogin, deskLogins, endDeskLogin } from "#modules/centers/index.ts";
import { AddDeskLogin, DeskLoginRef, mostDeskLogins } from "#modules/centers/shared.ts";
import { isDesk } from "#modules/kernel/actor.ts";
import { showDate, showDateTime } from "#modules/kernel/clock.ts";
import { id, lenient } from "#modules/kernel/validation.ts";

export const handle = { title: "deskLogin.title" } satisfies Handle;

const here = "/center-logins";

/** `end`: the login whose end is being confirmed. */
const Query = z.object({ end: lenient(id) });

export const loader = centerPage({ can: "owner", query: Query }, async (owner, { end }) => {
  const logins = await deskLogins(owner);
  return { logins, ending: logins.find((login) => login.id === end) ?? null };
});

export const action = centerActions({
  add: {
    can: "owner",
    limit: formLimit,
    input: AddDeskLogin,
    run: addDeskLogin,
    once: "in its transaction",
    say: "deskLogin.added",
    to: here,
  },
  // Whoever has a login ends it, too, and is signed out by it.
  end: {
    can: "desk",
    limit: formLimit,
    input: DeskLoginRef,
    once: "in its transaction",
    run: async (actor, input, door) => {
      await endDeskLogin(actor, input);
      door.toast("deskLogin.ended");
      return door.go(isDesk(actor) ? "/login" : here);
    },
  },
});

/** Who may sign in at the center's desk: added and ended by its owner. */
export default function DeskLogins() {
  const { logins, ending } = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  return (
    <div className="max-w-3xl">
      <h1 className="mb-2">{say("deskLogin.title")}</h1>
      <p className="mb-5 text-soft">{say("deskLogin.lead")}</p>
      {logins.length > 0 && (
        <ul className="card mb-5 divide-y divide-line" aria-label={say("deskLogin.title")}>
          {logins.map(({ id, name, phone, createdAt, signedInAt, endsAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
              <div className="min-w-0">
                <p className="font-semibold break-words">{name}</p>
                <PhoneLink phone={phone} />
                <p className="text-sm text-soft">
                  {say("deskLogin.since", { date: showDate(new Date(createdAt), locale) })}
                </p>
                <p className="text-sm text-soft">
                  {signedInAt
                    ? say("deskLogin.signedIn", { date: showDateTime(new Date(signedInAt), locale) })
                    : endsAt && say("deskLogin.neverSignedIn", { date: showDate(new Date(endsAt), locale) })}
                </p>
              </div>
              <Link
                preventScrollReset
                className={buttonLook({ tone: "danger", small: true })}
                to={`${here}?end=${id}`}
                aria-label={say("deskLogin.endOf", { name })}
              >
                {say("deskLogin.end")}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {logins.length < mostDeskLogins ? (
        <Card stack title={say("deskLogin.add")}>
          <Form
            // Emptied once somebody is added.
            key={logins.length}
            intent="add"
            schema={AddDeskLogin}
            className="grid gap-4"
            guarded
          >
            <ErrorSummary intent="add" />
            <TextField name="name" label={say("common.name")} maxLength={60} autoComplete="off" required />
            <TextField
              name="phone"
              type="tel"
              inputMode="numeric"
              label={say("common.mobileNumber")}
              hint={say("deskLogin.phoneHint")}
              maxLength={16}
              autoComplete="off"
              required
            />
            <p>
              <Button>{say("deskLogin.add")}</Button>
            </p>
          </Form>
        </Card>
      ) : (
        <p className="text-soft">{say("deskLogin.full", { n: mostDeskLogins })}</p>
      )}
      {ending && (
        <AddressDialog title={say("deskLogin.end")} closeTo={here}>
          <ConfirmForm
            intent="end"
            fields={{ loginId: ending.id }}
            question={say("deskLogin.endConfirm", { name: ending.name })}
            act={say("deskLogin.end")}
            closeTo={here}
          />
        </AddressDialog>
      )}
    </div>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
