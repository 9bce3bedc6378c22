import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { onboarderPage } from "#app/http/doors/page.server.ts";
import { filterFields } from "#app/parts/lists/filter-fields.ts";
import { ListScreen } from "#app/parts/lists/list-screen.tsx";
import { placeFields } from "#app/parts/lists/place.ts";
import { PhoneLink } from "#app/parts/tickets/customer.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import { CopyButton } from "#app/ui/base/copy-button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useQuery } from "#app/ui/base/query.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { TextField } from "#app/ui/form/fields.tsx";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { getOnboarder, onboardedCentersList } from "#modules/centers/index.ts";
import { type ListedState, listedState } from "#modules/centers/shared.ts";
import { env } from "#modules/kernel/env.server.ts";
import { tableOf } from "#modules/kernel/lists/list.server.ts";

export const handle = { title: "onboarder.centers" } satisfies Handle;

const Query = z.object({ ...filterFields(onboardedCentersList.filter), ...placeFields });

export const loader = onboarderPage({ query: Query }, async (actor, query, { locale }) => {
  const { rows, ...pages } = await onboardedCentersList.page(actor, query);
  const { centerOnboarderId } = await getOnboarder(actor.onboarderId);
  return {
    table: tableOf(onboardedCentersList, rows, { actor, locale }, ({ isActive }) => ({ state: listedState(isActive) })),
    pages,
    link: `${env.publicUrl}/registration/${centerOnboarderId}`,
  };
});

const tones: Record<ListedState, ChipTone> = { ACTIVE: "good", IN_ACTIVE: "warm", DRAFTED: "plain" };

const looks: Looks<ListRow & { state: ListedState }> = {
  name: { cut: 30 },
  phone: { show: ({ cells }) => <PhoneLink phone={cellText(cells.phone)} /> },
  primary: {
    show: ({ cells }) => <Services primary={cellText(cells.primary)} secondary={cellText(cells.secondary)} />,
  },
  status: {
    show: ({ state, cells }) => <Chip tone={tones[state]}>{cellText(cells.status)}</Chip>,
  },
  secondary: { within: "primary" },
};

/** What a center does: first its main service. */
function Services({ primary, secondary }: { primary: string; secondary: string }) {
  const nameOf = useName();
  return (
    <>
      {nameOf(primary)}
      {secondary && <span className="block text-soft">{nameOf(secondary)}</span>}
    </>
  );
}

/** The onboarder's own centers (R192). */
export default function OnboardedCenters() {
  const { table, pages, link } = useLoaderData<typeof loader>();
  const query = useQuery();
  const say = useSay();
  const add = (
    <ButtonLink to="/center-onboard-add-center" icon="plus">
      {say("onboarder.add")}
    </ButtonLink>
  );
  return (
    <>
      <ListScreen
        title={say("onboarder.centers")}
        table={table}
        looks={looks}
        pages={pages}
        actions={
          <>
            <ButtonLink to="/center-onboard-demand" icon="map-pin" tone="quiet">
              {say("onboarder.demand")}
            </ButtonLink>
            {add}
          </>
        }
        filters={
          <TextField
            name="search"
            type="search"
            label={say("onboarder.search")}
            className="w-full sm:w-72"
            value={query.get("search") ?? ""}
            maxLength={60}
          />
        }
        empty={{ title: say("onboarder.empty"), action: add }}
      />
      <section className="card mt-8 max-w-xl">
        <h2 className="mb-1">{say("onboarder.link")}</h2>
        <p className="mb-3 text-soft">{say("onboarder.linkHint")}</p>
        <p className="mb-3 break-all">
          <a href={link}>{link}</a>
        </p>
        <CopyButton text={link} label={say("onboarder.copy")} copied={say("onboarder.copied")} />
      </section>
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
