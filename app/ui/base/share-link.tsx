import type { ReactNode } from "react";
import { buttonLook } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useSay } from "./say.tsx";

const whole = /^[6-9]\d{9}$/;

/**
 * A WhatsApp link with a prepared text: to a chat when the number is complete, otherwise the reader chooses the
 * recipient (B4).
 */
export const whatsappLink = (text: string, phone?: string) =>
  `https://wa.me/${phone && whole.test(phone) ? `91${phone}` : ""}?text=${encodeURIComponent(text)}`;

type ShareLinkProps = { text: string; phone?: string; className?: string; children: ReactNode };

/**
 * Shares a text over WhatsApp (R080). The text holds a link and no customer data. Without a phone it warns on the
 * browser's console, for developers only (R081).
 */
export function ShareLink({ text, phone, className = buttonLook({ tone: "quiet" }), children }: ShareLinkProps) {
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
    >
      <Icon name="share-2" />
      {children}
    </a>
  );
}
