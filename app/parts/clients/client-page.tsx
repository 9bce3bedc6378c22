import type { ReactNode } from "react";
import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";

type ClientPageProps = {
  title: string;
  /** The acts of the page, beside its title. */
  acts: ReactNode;
  /** What was just made, in the place of the list. */
  made: ReactNode;
  lead: string;
  /** The documentation of what is listed. */
  docs: { to: string; word: string };
  /** What an empty list says. */
  none: string;
  /** What is listed, a list element each. */
  items: readonly ReactNode[];
  /** The open dialog. */
  dialog: ReactNode;
};

/** A page of what a client's programs use: its API keys, or its webhooks. */
export function ClientPage({ title, acts, made, lead, docs, none, items, dialog }: ClientPageProps) {
  return (
    <>
      <DeskTop title={title}>{!made && acts}</DeskTop>
      <PageBody>
        <div className="max-w-4xl">
          {made || (
            <>
              <p className="mb-4 text-soft">
                {lead} <DocsLink {...docs} />
              </p>
              {items.length === 0 ? (
                <p className="card">{none}</p>
              ) : (
                <ul className="card divide-y divide-line">{items}</ul>
              )}
            </>
          )}
        </div>
      </PageBody>
      {!made && dialog}
    </>
  );
}

/** A link to a place of the documentation. */
export const DocsLink = ({ to, word }: { to: string; word: string }) => (
  <a className="d-link" href={to}>
    {word}
  </a>
);

type ClientItemHeadProps = { name: string; tone: ChipTone; state: string; more?: ReactNode };

/** The name of a listed thing with its state. */
export const ClientItemHead = ({ name, tone, state, more }: ClientItemHeadProps) => (
  <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
    <b className="wrap-anywhere">{name}</b>
    <Chip tone={tone}>{state}</Chip>
    {more}
  </p>
);

type Fact = { label: string; value: string | false | null };

/** What else there is to know of a listed thing; facts without a value are left out. */
export const ClientItemFacts = ({ facts, className }: { facts: readonly Fact[]; className: string }) => (
  <p className={className}>
    {facts.map(
      ({ label, value }) =>
        value && (
          <span key={label} className="mr-4 inline-block">
            {label}: {value}
          </span>
        ),
    )}
  </p>
);

/** The address of a page with a dialog of it open; `of` names what the dialog is about. */
export const dialogAt = (page: string) => (act: string, of?: string) =>
  `${page}${page.includes("?") ? "&" : "?"}act=${act}${of ? `&of=${of}` : ""}`;

/** A link that opens a dialog of the page; `about` names its thing, where several stand below each other. */
export function ActLink({ to, word, about }: { to: string; word: string; about?: string }) {
  return (
    <Link className="d-btn" to={to} preventScrollReset aria-label={about}>
      {word}
    </Link>
  );
}
