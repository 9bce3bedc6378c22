import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { onboarderPage } from "#app/http/doors/page.server.ts";
import { filterFields } from "#app/parts/lists/filter-fields.ts";
import { ListScreen } from "#app/parts/lists/list-screen.tsx";
import { placeFields } from "#app/parts/lists/place.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useQuery } from "#app/ui/base/query.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { SelectField } from "#app/ui/form/fields.tsx";
import type { ListRow, Looks } from "#app/ui/list/columns.tsx";
import { addressIn } from "#modules/catalog/labels.ts";
import { getOnboarder } from "#modules/centers/index.ts";
import { tableOf } from "#modules/kernel/lists/list.server.ts";
import { onboarderDemandList } from "#modules/reports/index.ts";
import { demandDays } from "#modules/reports/shared.ts";

export const handle = { title: "onboarder.demand" } satisfies Handle;

const Query = z.object({ ...filterFields(onboarderDemandList.filter), ...placeFields });

export const loader = onboarderPage({ query: Query }, async (actor, query, { locale }) => {
  const { rows, ...pages } = await onboarderDemandList.page(actor, query);
  const { allowedStates } = await getOnboarder(actor.onboarderId);
  return { table: tableOf(onboarderDemandList, rows, { actor, locale }), pages, states: allowedStates };
});

const looks: Looks<ListRow> = {};

const inOrder = [...demandDays].toSorted((one, other) => Number(one) - Number(other));

/** Where centers are wanted: what no center serves in the onboarder's states, by pincode and service. */
export default function OnboarderDemand() {
  const { table, pages, states } = useLoaderData<typeof loader>();
  const query = useQuery();
  const say = useSay();
  const add = (
    <ButtonLink to="/center-onboard-add-center" icon="plus">
      {say("onboarder.add")}
    </ButtonLink>
  );
  const where = states.length > 0 ? say("onboarder.demandIn", { states: addressIn(states.join(", "), say) }) : null;
  return (
    <ListScreen
      title={say("onboarder.demand")}
      table={table}
      looks={looks}
      pages={pages}
      actions={add}
      above={where && <p className="mb-4 text-soft">{where}</p>}
      filters={
        <SelectField
          name="days"
          label={say("onboarder.demandOf")}
          value={query.get("days") ?? demandDays[0]}
          empty={false}
          options={inOrder.map((days) => ({ value: days, label: say("common.nDays", { n: days }) }))}
        />
      }
      empty={{ title: say(where ? "onboarder.demandNone" : "onboarder.demandNoState") }}
    />
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
