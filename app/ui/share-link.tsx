import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { useSay } from "./say.tsx";

const whole = /^[6-9]\d{9}$/;

/** WhatsApp with these words ready: a chat with a whole number, else the reader chooses whom to send them to (B4). */
export const whatsappLink = (text: string, phone?: string) =>
  `https://wa.me/${phone && whole.test(phone) ? `91${phone}` : ""}?text=${encodeURIComponent(text)}`;

type ShareLinkProps = { text: string; phone?: string; className?: string; children: ReactNode };

/**
 * Shares words over WhatsApp (R080). They hold a link and nothing of the customer. Used without a phone it says so on
 * the console, for developers only (R081).
 */
export function ShareLink({ text, phone, className = "btn btn-quiet", children }: ShareLinkProps) {
  const say = useSay();
  const noPhone = phone && whole.test(phone) ? undefined : say("share.noPhone");
  return (
    <a
      href={whatsappLink(text, phone)}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      data-enhance={noPhone && "share"}
      data-no-phone={noPhone}
      onClick={() => noPhone && console.info(noPhone)}
    >
      <Icon name="share-2" />
      {children}
    </a>
  );
}
