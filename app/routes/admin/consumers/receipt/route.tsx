import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminPage } from "#app/http/doors/page.server.ts";
import { HeldCounts } from "#app/parts/consumers/held-counts.tsx";
import { RemainingRecords } from "#app/parts/consumers/what-stays.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { PrintButton } from "#app/ui/detail/print-button.tsx";
import { SectionFacts } from "#app/ui/detail/section.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { LiveNews } from "#app/ui/shell/live.tsx";
import { erasureReceipt } from "#modules/consumers/index.ts";
import { countsOfKinds } from "#modules/consumers/shared.ts";
import { showDateTime } from "#modules/kernel/clock.ts";
import { idSaying } from "#modules/kernel/validation.ts";

export const handle = { title: "consumer.receiptTitle", fills: true } satisfies Handle;

export const loader = adminPage(
  { can: "view_Wallet", query: z.object({ id: idSaying("error.notFound") }) },
  async (admin, { id }) => {
    const { done, ...receipt } = await erasureReceipt(admin, id);
    return { ...receipt, counts: countsOfKinds(done) };
  },
);

const tones = { marked: "warm", erasing: "warm", done: "good" } as const;

/** The receipt of an erasure: how far it is, what was erased by kind and count; to print and to download. */
export default function ErasureReceipt() {
  const receipt = useLoaderData<typeof loader>();
  const { state, reason } = receipt;
  const say = useSay();
  const locale = useLocale();
  const page = (
    <PageBody>
      <div className="grid max-w-2xl gap-4">
        <Link className="d-link justify-self-start print:hidden" to={`/usersdetails/${receipt.consumerId}`}>
          {say("consumer.backTo")}
        </Link>
        <p role="status" className="flex flex-wrap items-center gap-3">
          <Chip tone={tones[state]} strong>
            {say(`consumer.state.${state}`)}
          </Chip>
          <span>{say(`consumer.stateWords.${state}`)}</span>
        </p>
        <SectionFacts
          rows={[
            [say("consumer.receiptId"), receipt.id],
            [say("consumer.receiptOf"), receipt.consumerId],
            [say("consumer.askedAt"), showDateTime(receipt.requestedAt, locale)],
            [say("consumer.askedBy"), receipt.requestedBy],
            [say("consumer.why"), reason && say(`consumer.reason.${reason}`)],
            [say("consumer.finishedAt"), receipt.finishedAt && showDateTime(receipt.finishedAt, locale)],
          ]}
        />
        <section>
          <h2 className="mb-1">{say("consumer.erasedWhat")}</h2>
          <HeldCounts caption={say("consumer.erasedWhat")} counts={receipt.counts} />
        </section>
        <section>
          <h2 className="mb-1">{say("consumer.willStay")}</h2>
          <RemainingRecords />
        </section>
        <p className="flex flex-wrap gap-3 print:hidden">
          <a className="d-btn" href={`/usersdetails/${receipt.consumerId}/erasure/file`}>
            <Icon name="download" />
            {say("common.downloadShort")}
          </a>
          <PrintButton label={say("consumer.print")} className="d-btn" />
        </p>
      </div>
    </PageBody>
  );
  return (
    <>
      <DeskTop title={say("consumer.receiptTitle")} />
      {state === "done" ? page : <LiveNews path="/live/desk">{page}</LiveNews>}
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
