import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { CopyButton } from "#app/ui/base/copy-button.tsx";

type MadeSecretProps = {
  title: string;
  /** What it is the secret of. */
  name: string;
  hint: string;
  secret: string;
  copy: string;
  copied: string;
  /** The words of the link away from it, and where it leads. */
  onward: string;
  to: string;
  /** How it is used. */
  children?: ReactNode;
};

/** A secret that was just made, this once: to copy into the program that will use it. */
export function MadeSecret({ title, name, hint, secret, copy, copied, onward, to, children }: MadeSecretProps) {
  return (
    <section className="card max-w-2xl">
      <h1 tabIndex={-1} data-changed="" className="mb-2 outline-none focus-visible:shadow-none">
        {title}
      </h1>
      <p className="mb-1 font-semibold wrap-anywhere">{name}</p>
      <p className="mb-4 text-soft">{hint}</p>
      <p className="mb-4 rounded-md bg-sand p-4 font-mono wrap-anywhere select-all" data-made-secret="">
        {secret}
      </p>
      {children}
      <div className="flex flex-wrap gap-3">
        <CopyButton text={secret} label={copy} copied={copied} />
        <ButtonLink to={to} reload>
          {onward}
        </ButtonLink>
      </div>
    </section>
  );
}
