import { useLoaderData, useSearchParams } from "@remix-run/react";
import { z } from "zod";
import { onboarderPage } from "#app/http/page.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { ChipTone } from "#app/ui/chip.tsx";
import { columns } from "#app/ui/columns.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { unlessUnreachable } from "#app/ui/kept-open.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { useLocale } from "#app/ui/locale.ts";
import { useSay } from "#app/ui/say.tsx";
import { getOnboarder, onboardedCenters } from "#modules/centers/index.ts";
import type { CenterRow } from "#modules/centers/shared.ts";
import { env } from "#modules/kernel/env.server.ts";

export const handle = { title: "onboarder.centers" } satisfies Handle;

const Query = z.object({
  after: z.uuid().optional().catch(undefined),
  search: z.string().trim().max(60).optional().catch(undefined),
});

/** Of a center what its onboarder works with; its limits, money and flags are its own and the house's. */
const shown = ({
  id,
  centerName,
  phone,
  qr,
  primaryService,
  secondaryServices,
  pincodes,
  isActive,
  createdAt,
}: CenterRow) => ({
  ...{ id, centerName, phone, createdAt, isActive: String(isActive), qrId: qr?.qrId ?? null },
  primary: primaryService?.serviceName ?? null,
  secondary: secondaryServices.map(({ serviceName }) => serviceName).join(", "),
  pincodes: pincodes.join(", "),
});

export const loader = onboarderPage({ query: Query }, async (onboarder, { after, search }) => {
  const { rows, next } = await onboardedCenters(onboarder, { after, search });
  const { centerOnboarderId } = await getOnboarder(onboarder.onboarderId);
  return {
    rows: rows.map(shown),
    next,
    link: `${env.publicUrl}/registration/${centerOnboarderId}`,
  };
});

export const shouldRevalidate = unlessUnreachable;

type Row = Omit<ReturnType<typeof shown>, "createdAt"> & { createdAt: string };

const tones: Record<string, ChipTone> = { "1": "good", "2": "warm", "3": "bad" };

/** The onboarder's own centers (R192). */
export default function OnboardedCenters() {
  const { rows, next, link } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const say = useSay();
  const c = columns<Row>(useLocale());
  const add = (
    <ButtonLink to="/center-onboard-add-center" icon="plus">
      {say("onboarder.add")}
    </ButtonLink>
  );
  return (
    <>
      <ListPage
        title={say("onboarder.centers")}
        rows={rows as unknown as Row[]}
        columns={[
          c.text("centerName", say("onboarder.col.name"), 30),
          c.phone("phone", say("registration.phone")),
          c.text("qrId", say("onboarder.col.qr")),
          c.own(say("onboarder.col.skills"), ({ primary, secondary }) => (
            <>
              {primary}
              {secondary && <span className="block text-soft">{secondary}</span>}
            </>
          )),
          c.text("pincodes", say("onboarder.col.pincodes")),
          c.chip(
            "isActive",
            say("onboarder.col.status"),
            (state) => tones[state] ?? "plain",
            (state) => say(`onboarder.active.${state as "1" | "2" | "3"}`),
          ),
          c.date("createdAt", say("onboarder.col.added")),
        ]}
        next={next}
        actions={add}
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

export { ErrorBoundary } from "#app/ui/page-error.tsx";
