import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminPage } from "#app/http/doors/page.server.ts";
import { HeldCounts } from "#app/parts/consumers/held-counts.tsx";
import { buttonLook } from "#app/ui/base/button.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { SectionFacts } from "#app/ui/detail/section.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { LiveNews } from "#app/ui/shell/live.tsx";
import { exportReceipt } from "#modules/consumers/index.ts";
import { showDateTime } from "#modules/kernel/clock.ts";
import { idSaying } from "#modules/kernel/validation.ts";

export const handle = { title: "consumer.exportReceipt", fills: true } satisfies Handle;

const Query = z.object({ id: idSaying("error.notFound"), exportId: idSaying("error.notFound") });

export const loader = adminPage({ can: "view_Wallet", query: Query }, (admin, query) => exportReceipt(admin, query));

const tones = { preparing: "warm", ready: "good", failed: "bad", refused: "bad", expired: "plain" } as const;

/** The receipt of an export: whether its file is there, what it contains, and until when it can be downloaded. */
export default function ExportReceipt() {
  const receipt = useLoaderData<typeof loader>();
  const { state, contents, availableUntil } = receipt;
  const say = useSay();
  const locale = useLocale();
  const momentText = (moment: Date | string | null) => moment && showDateTime(moment, locale);
  const page = (
    <PageBody>
      <div className="grid max-w-2xl gap-4">
        <Link className="d-link justify-self-start" to={`/usersdetails/${receipt.consumerId}`}>
          {say("consumer.backTo")}
        </Link>
        <p role="status" className="flex flex-wrap items-center gap-3">
          <Chip tone={tones[state]} strong>
            {say(`consumer.exportState.${state}`)}
          </Chip>
          <span>
            {state === "ready"
              ? say("consumer.exportWords.ready", { at: momentText(availableUntil) ?? "" })
              : say(`consumer.exportWords.${state}`)}
          </span>
        </p>
        {receipt.mine && (
          <p>
            <a className={buttonLook()} href={`/usersdetails/${receipt.consumerId}/exports/${receipt.id}/file`}>
              <Icon name="download" />
              {say("consumer.exportGet")}
            </a>
          </p>
        )}
        {state === "ready" && !receipt.mine && <p className="text-soft">{say("consumer.exportWords.others")}</p>}
        <SectionFacts
          rows={[
            [say("consumer.receiptId"), receipt.id],
            [say("consumer.receiptOf"), receipt.consumerId],
            [say("consumer.askedAt"), momentText(receipt.requestedAt)],
            [say("consumer.askedBy"), receipt.requestedBy],
            [say("consumer.why"), say(`consumer.reason.${receipt.reason}`)],
            [say("consumer.madeAt"), momentText(receipt.madeAt)],
            [say("consumer.bytes"), receipt.bytes !== null && `${Math.ceil(receipt.bytes / 1000)} kB`],
          ]}
        />
        {contents && (
          <section>
            <h2 className="mb-1">{say("consumer.exportContents")}</h2>
            <HeldCounts caption={say("consumer.exportContents")} counts={contents.kinds} />
            <p className="mt-2">
              {say("consumer.exportFiles")}: {contents.files}
            </p>
            {contents.leftOut > 0 && <p>{say("consumer.exportLeftOut", { n: contents.leftOut })}</p>}
          </section>
        )}
      </div>
    </PageBody>
  );
  return (
    <>
      <DeskTop title={say("consumer.exportReceipt")} />
      {state === "preparing" ? <LiveNews path="/live/desk">{page}</LiveNews> : page}
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
