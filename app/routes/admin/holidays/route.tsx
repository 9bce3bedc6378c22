import { useLoaderData } from "@remix-run/react";
import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions, adminPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { useAddress } from "#app/ui/base/address.tsx";
import { Button } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { StateField } from "#app/ui/form/choice-fields.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { NearForm } from "#app/ui/form/near-form.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { addHoliday, holidays, removeHoliday } from "#modules/centers/index.ts";
import { AddHoliday, HolidayRef } from "#modules/centers/shared.ts";
import { fromIst, istDate, showDate } from "#modules/kernel/clock.ts";

export const handle = { title: "holiday.title", fills: true } satisfies Handle;

const keeping = { can: "update_center.full_access", limit: formLimit, once: "in its transaction" } as const;

export const loader = adminPage({ can: "update_center.full_access" }, async (admin) => ({
  holidays: await holidays(admin),
  today: istDate(),
}));

export const action = adminActions({
  add: {
    fresh: none("Closes centers for a day, for no money"),
    ...keeping,
    input: AddHoliday,
    run: addHoliday,
    say: "holiday.added",
    to: "/holidays",
  },
  remove: {
    fresh: none("Opens centers again, for no money"),
    ...keeping,
    input: HolidayRef,
    run: removeHoliday,
    say: "holiday.removed",
    to: "/holidays",
  },
});

/** The days on which the centers of a state are closed. */
export default function Holidays() {
  const { holidays, today } = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  const addressOf = useAddress();
  return (
    <>
      <DeskTop title={say("holiday.title")} />
      <PageBody>
        <div className="grid max-w-4xl gap-4">
          <p className="text-soft">{say("holiday.lead")}</p>
          <section className="card">
            <Form
              // Emptied once a holiday is added.
              key={holidays.length}
              intent="add"
              schema={AddHoliday}
              preventScrollReset
              className="grid items-start gap-3 sm:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)_auto]"
            >
              <div className="empty:hidden sm:col-span-4">
                <ErrorSummary intent="add" />
              </div>
              <TextField name="day" type="date" label={say("common.date")} min={today} max="2100-12-31" required />
              <TextField name="name" label={say("common.name")} maxLength={60} required />
              <StateField name="state" label={say("common.state")} empty={say("holiday.everywhere")} required={false} />
              <div className="sm:mt-6">
                <Button>{say("holiday.add")}</Button>
              </div>
            </Form>
          </section>
          {holidays.length === 0 ? (
            <p className="card">{say("holiday.none")}</p>
          ) : (
            <ul className="card divide-y divide-line" aria-label={say("holiday.list")}>
              {holidays.map(({ id, day, state, name }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
                  <span className="min-w-0">
                    <b>{name}</b>{" "}
                    <span className="text-soft">{state ? addressOf(state) : say("holiday.everywhere")}</span>
                  </span>
                  <span className="flex items-center gap-3">
                    <span className="tabular-nums">{showDate(fromIst(day), locale)}</span>
                    <NearForm intent="remove" action="/holidays">
                      <input type="hidden" name="holidayId" value={id} />
                      <button
                        type="submit"
                        className="d-btn"
                        aria-label={say("holiday.removeOf", { name, date: showDate(fromIst(day), locale) })}
                      >
                        {say("common.remove")}
                      </button>
                    </NearForm>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </PageBody>
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
