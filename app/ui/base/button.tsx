import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { Link } from "./link.tsx";

/**
 * `main` is the one primary action of a screen; `quiet` are the others; `danger` destroys; `plain` looks like a link.
 */
export type Tone = "main" | "quiet" | "plain" | "danger";

type Look = { tone?: Tone; small?: boolean; wide?: boolean; icon?: IconName | undefined; className?: string };

const look = ({ tone = "main", small, wide, className = "" }: Look) =>
  ["btn", `btn-${tone}`, small && "btn-small", wide && "w-full", className].filter(Boolean).join(" ");

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement>;

/** A submit button, unless `type` says otherwise; `name="intent" value=…` chooses what the form does. */
export function Button({ tone, small, wide, icon, className, children, type = "submit", ...rest }: ButtonProps) {
  return (
    <button type={type} className={look({ tone, small, wide, className } as Look)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

type ButtonLinkProps = Look & {
  to: string;
  children: ReactNode;
  reload?: boolean;
  /** Says more than its words, where several links of a page have the same. */
  "aria-label"?: string;
};

/** A link that looks like a button; other sites open without a referrer. */
export function ButtonLink({ to, children, icon, reload = false, "aria-label": label, ...rest }: ButtonLinkProps) {
  const inside = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  );
  if (/^[a-z]+:/i.test(to)) {
    return (
      <a href={to} rel="noopener noreferrer" aria-label={label} className={look(rest)}>
        {inside}
      </a>
    );
  }
  return (
    <Link to={to} reloadDocument={reload} aria-label={label} className={look(rest)}>
      {inside}
    </Link>
  );
}
