import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { publicActions, publicPage } from "#app/http/doors/page.server.ts";
import { formLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { PhoneCode, PhoneProof } from "#app/parts/login/phone-forms.ts";
import { PhoneProofStep } from "#app/parts/login/phone-proof.tsx";
import { privateMeta } from "#app/parts/login/private-link.ts";
import { typedProof } from "#app/parts/login/typed-proof.server.ts";
import { InboxList } from "#app/parts/notifications/inbox-list.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { InboxQuery, type InboxView, inboxView } from "./view.server.ts";

export const handle = { public: true, title: "inbox.mine" } satisfies Handle;
export const meta = privateMeta;

export const loader = publicPage({ limit: reads.page, query: InboxQuery }, inboxView);

const here = "/my-notifications";
const prove = typedProof(here);

export const action = publicActions({
  send: {
    limit: formLimit,
    input: PhoneCode,
    run: prove.send,
    unkeyed: "Each press sends a code of its own; how many is limited",
  },
  confirm: {
    limit: formLimit,
    input: PhoneProof,
    run: prove.confirm,
    unkeyed: "A code is good once, and its answer is a cookie, which is not kept",
  },
  forget: { limit: formLimit, input: z.object({}), run: prove.forget, unkeyed: "Forgetting twice comes to the same" },
});

/** A customer's inbox: the notifications sent to the phones this browser proved. */
export default function CustomerInbox() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  if (view.view === "inbox") return <Inbox view={view} />;
  const intents = { send: "send", confirm: "confirm" };
  return (
    <PhoneProofStep
      proof={view.proof}
      title={say("inbox.mine")}
      hint={say("inbox.proofHint")}
      here={here}
      intents={intents}
    />
  );
}

function Inbox({ view: { phones, ...page } }: { view: InboxView }) {
  const say = useSay();
  return (
    <div className="max-w-xl">
      <h1 className="mb-2">{say("inbox.mine")}</h1>
      <Form intent="forget" className="mb-5 flex flex-wrap items-center justify-between gap-x-4 text-soft">
        <span>{say("inbox.sentTo", { phones: phones.join(", ") })}</span>
        <Button tone="plain" className="-ml-2">
          {say("tracking.notYou")}
        </Button>
      </Form>
      <InboxList page={page} hint="inbox.mineHint">
        <ButtonLink to="/ServiceStatus/" tone="quiet" reload>
          {say("tracking.mine")}
        </ButtonLink>
      </InboxList>
    </div>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
