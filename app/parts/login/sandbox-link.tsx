import { useSay } from "#app/ui/base/say.tsx";
import { useSite } from "#app/ui/base/site.ts";

/** In the sandbox no SMS is sent: a link to the outbox, where the code can be read. */
export function SandboxLink({ phone }: { phone: string }) {
  const say = useSay();
  if (!useSite().sandbox) return null;
  return (
    <p className="mt-4 text-sm">
      <a
        href={`/sandbox?to=${phone}`}
        className="link inline-flex min-h-11 items-center"
        target="_blank"
        rel="noreferrer"
      >
        {say("booking.otp.sandbox")}
      </a>
    </p>
  );
}
