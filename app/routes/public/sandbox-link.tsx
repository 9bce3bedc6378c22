import { useSay } from "#app/ui/say.tsx";
import { useSite } from "#app/ui/site.ts";

/** In the demonstration no SMS is sent: where the code of a phone is to be read. */
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
