import { Button, buttonLook } from "#app/ui/base/button.tsx";
import { CopyButton } from "#app/ui/base/copy-button.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { OtpField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { SecondCode } from "#modules/access/shared.ts";

/** The secret of a new second factor as QR code and text, and the field for the first code, which turns it on. */
export function ScanStep({ qr, groups }: { qr: string; groups: string[] }) {
  const say = useSay();
  return (
    <section className="card mb-6" aria-labelledby="scan">
      <h2 id="scan" className="mb-3">
        {say("security.scanTitle")}
      </h2>
      <p className="mb-4">{say("security.scanFirst")}</p>
      <img
        className="mb-4 w-56 max-w-full rounded-md border border-line bg-white"
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt={say("security.scanAlt")}
        width={224}
        height={224}
      />
      <p className="mb-1 text-sm text-soft">{say("security.scanOr")}</p>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <p className="font-mono" data-key="">
          {groups.map((group) => (
            <span key={group} className="mr-2 inline-block">
              {group}
            </span>
          ))}
        </p>
        <CopyButton text={groups.join("")} label={say("common.copyTheKey")} copied={say("common.copied")} />
      </div>
      <Form schema={SecondCode} intent="confirm" className="grid max-w-sm gap-4">
        <OtpField label={say("security.scanCode")} hint={say("security.scanHint")} />
        <div className="flex flex-wrap gap-3">
          <Button>{say("security.scanDone")}</Button>
          <Link to="/admin-security" className={buttonLook({ tone: "quiet" })}>
            {say("common.notNow")}
          </Link>
        </div>
      </Form>
    </section>
  );
}
