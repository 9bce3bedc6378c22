import { useEffect, useRef } from "react";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { CopyButton } from "#app/ui/base/copy-button.tsx";
import { useSay } from "#app/ui/base/say.tsx";

/** A key that was just made, this once: to copy into the program that will use it. */
export function MadeKey({ name, secret, to }: { name: string; secret: string; to: string }) {
  const say = useSay();
  const title = useRef<HTMLHeadingElement>(null);
  // The focus moves to the title, after the dialog that closed has given it back to the page.
  useEffect(() => {
    const frame = requestAnimationFrame(() => title.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <section className="card max-w-2xl">
      <h1 ref={title} tabIndex={-1} className="mb-2 outline-none focus-visible:shadow-none">
        {say("clientKey.made")}
      </h1>
      <p className="mb-1 font-semibold wrap-anywhere">{name}</p>
      <p className="mb-4 text-soft">{say("clientKey.madeHint")}</p>
      <p className="mb-4 rounded-md bg-sand p-4 font-mono wrap-anywhere select-all" data-made-key="">
        {secret}
      </p>
      <p className="text-soft">{say("clientKey.madeUse")}</p>
      <pre className="mb-5 whitespace-pre-wrap wrap-anywhere text-sm">
        Authorization: Bearer {secret.slice(0, 11)}_…
      </pre>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={secret} label={say("clientKey.copy")} copied={say("clientKey.copied")} />
        <ButtonLink to={to} reload>
          {say("clientKey.kept")}
        </ButtonLink>
      </div>
    </section>
  );
}
