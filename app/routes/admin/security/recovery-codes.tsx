import { ButtonLink, buttonLook } from "#app/ui/base/button.tsx";
import { CopyButton } from "#app/ui/base/copy-button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useSite } from "#app/ui/base/site.ts";
import { PrintButton } from "#app/ui/detail/print-button.tsx";

/** New recovery codes, shown only once: to copy, save and print. */
export function RecoveryCodes({ codes, name, to }: { codes: readonly string[]; name: string; to: string }) {
  const say = useSay();
  const { name: product } = useSite();
  const text = [say("security.codesFile", { product, name }), "", ...codes, ""].join("\r\n");
  return (
    <section className="card max-w-xl" id="recovery-codes">
      <h1 data-changed="" tabIndex={-1} className="mb-2 outline-none focus-visible:shadow-none">
        {say("security.codesTitle")}
      </h1>
      <p className="mb-4 text-soft">{say("security.codesHint")}</p>
      <ol className="mb-5 grid gap-x-8 gap-y-1 rounded-md bg-sand p-4 font-mono text-lg min-[24rem]:grid-cols-2">
        {codes.map((code) => (
          <li key={code} data-recovery-code="">
            {code}
          </li>
        ))}
      </ol>
      <div className="mb-5 flex flex-wrap gap-3 print:hidden">
        <CopyButton text={codes.join("\n")} label={say("security.codesCopy")} copied={say("common.copied")} />
        <a
          className={buttonLook({ tone: "quiet" })}
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          <Icon name="download" />
          {say("common.download")}
        </a>
        <PrintButton label={say("common.print")} className={buttonLook({ tone: "quiet" })} />
      </div>
      <ButtonLink to={to} reload>
        {say("security.codesKept")}
      </ButtonLink>
    </section>
  );
}
