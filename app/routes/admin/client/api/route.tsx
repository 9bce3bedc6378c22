import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { ActLink, ClientItemFacts, ClientItemHead, ClientPage, dialogAt } from "#app/parts/clients/client-page.tsx";
import { MadeSecret } from "#app/parts/clients/made-secret.tsx";
import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import type { KeyState, MadeKey as Made } from "#modules/catalog/shared.ts";
import { showDate, showDateTime } from "#modules/kernel/clock.ts";
import { apiActions } from "./actions.server.ts";
import { KeyDialog } from "./dialogs.tsx";
import { ApiQuery, apiView } from "./view.server.ts";

export const handle = { title: "common.apiKeys", fills: true } satisfies Handle;

export const loader = adminPage({ can: "any admin", query: ApiQuery }, apiView);
export const action = apiActions;

type Shown = ReturnType<typeof useLoaderData<typeof loader>>["keys"][number];

/** The API keys of a client: for its own admins, and for operators. */
export default function ClientApi() {
  const { client, keys, mayGive, mayEnd, here, own, dialog } = useLoaderData<typeof loader>();
  const say = useSay();
  const made = useAnswer<{ result?: Made }>()?.result;
  const at = dialogAt(here);
  return (
    <ClientPage
      title={own ? say("common.apiKeys") : say("clientKey.titleOf", { name: client.clientName })}
      acts={mayGive.length > 0 && <ActLink to={at("create")} word={say("clientKey.create")} />}
      made={
        made && (
          <MadeSecret
            title={say("clientKey.made")}
            name={made.name}
            hint={say("clientKey.madeHint")}
            secret={made.key}
            copy={say("common.copyTheKey")}
            copied={say("clientKey.copied")}
            onward={say("clientKey.kept")}
            to={here}
          >
            <p className="text-soft">{say("clientKey.madeUse")}</p>
            <pre className="mb-5 whitespace-pre-wrap wrap-anywhere text-sm">
              Authorization: Bearer {made.key.slice(0, 11)}_…
            </pre>
          </MadeSecret>
        )
      }
      lead={say("clientKey.lead")}
      docs={{ to: "/api/docs?find=client/create-ticket", word: say("clientKey.docs") }}
      none={say("clientKey.none")}
      items={keys.map((key) => <Key key={key.id} shown={key} at={at} mayEnd={mayEnd} mayGive={mayGive} />)}
      dialog={dialog && <KeyDialog dialog={dialog} clientId={client.id} mayGive={mayGive} closeTo={here} />}
    />
  );
}

const tones: Record<KeyState, ChipTone> = { active: "good", ending: "warm", expired: "plain", revoked: "bad" };

type KeyProps = {
  shown: Shown;
  at: (act: string, of: string) => string;
  mayEnd: boolean;
  mayGive: readonly string[];
};

function Key({ shown, at, mayEnd, mayGive }: KeyProps) {
  const say = useSay();
  const locale = useLocale();
  const { id, name, prefix, scopes, state, by, makerOff, createdAt, expiresAt, revokedAt, lastUsedAt } = shown;
  const living = state === "active" || state === "ending";
  const ended = revokedAt ?? expiresAt;
  const facts = [
    { label: say("clientKey.by"), value: by.name ?? say(`clientKey.by.${by.kind}`) },
    { label: say("clientKey.since"), value: showDate(createdAt, locale) },
    {
      label: say("clientKey.lastUsed"),
      value: lastUsedAt ? showDateTime(lastUsedAt, locale) : say("common.never"),
    },
    { label: say(living ? "clientKey.until" : "clientKey.endedAt"), value: ended && showDateTime(ended, locale) },
  ];
  return (
    <li className="grid items-start gap-x-6 gap-y-3 py-4 md:grid-cols-[minmax(0,1fr)_auto]" data-key={state}>
      <div className="min-w-0">
        <ClientItemHead
          name={name}
          tone={tones[state]}
          state={say(`clientKey.state.${state}`)}
          more={makerOff && <Chip tone="bad">{say("clientKey.makerOff")}</Chip>}
        />
        <p className="mb-1">
          <span className="sr-only">{say("clientKey.starts")} </span>
          <code>{prefix}…</code> <span>· {scopes.map((scope) => say(`clientKey.scope.${scope}`)).join(" · ")}</span>
        </p>
        <ClientItemFacts facts={facts} className="text-sm text-soft" />
      </div>
      {makerOff && <p className="text-sm text-soft md:order-last md:col-span-2">{say("clientKey.makerOffHint")}</p>}
      {living && mayEnd && (
        <p className="flex gap-2">
          {state === "active" && scopes.every((scope) => mayGive.includes(scope)) && (
            <ActLink to={at("rotate", id)} word={say("clientKey.rotate")} about={say("clientKey.rotateOf", { name })} />
          )}
          <ActLink to={at("revoke", id)} word={say("clientKey.revoke")} about={say("clientKey.revokeOf", { name })} />
        </p>
      )}
    </li>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
