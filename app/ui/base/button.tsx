import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { Link } from "./link.tsx";

/**
 * `main` is the one primary action of a screen; `quiet` are the others; `danger` destroys; `plain` looks like a link.
 */
export type Tone = "main" | "quiet" | "plain" | "danger";

type Look = { tone?: Tone; small?: boolean; wide?: boolean; icon?: IconName | undefined; className?: string };

/** `btn` and its tone are what tests and prints know it by. */
const button =
  "btn inline-flex cursor-pointer items-center justify-center gap-2 rounded-md border text-center leading-tight font-semibold " +
  "transition-[background-color] duration-120 ease-[ease] disabled:cursor-default disabled:opacity-60";

/** On touch screens a small button is as tall as a normal one, except at a desk. */
const sizes = {
  normal: "min-h-11 px-5 py-2 md:desk:min-h-9 md:desk:px-3.5 md:desk:py-1 md:desk:text-13/4.5",
  small:
    "min-h-9 px-3 py-1 text-(length:--text-sm) max-md:min-h-11 pointer-coarse:min-h-11 md:desk:min-h-7.5 md:desk:text-13/4.5",
};

const tones: Record<Tone, string> = {
  main: "btn-main border-transparent bg-teal-700 text-white hover:bg-teal-800 in-aria-busy:cursor-default in-aria-busy:opacity-60",
  quiet: "btn-quiet border-edge bg-white text-ink hover:bg-sand",
  plain: "border-transparent",
  danger: "btn-danger border-red-700 bg-white text-red-700 hover:bg-red-50",
};

/** The look of a button, for elements that are neither a submit button nor a plain link. */
export const buttonLook = ({ tone = "main", small, wide, className = "" }: Look = {}) =>
  [button, sizes[small ? "small" : "normal"], tones[tone], wide && "w-full", className].filter(Boolean).join(" ");

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement>;

/** A submit button, unless `type` says otherwise; `name="intent" value=…` chooses what the form does. */
export function Button({ tone, small, wide, icon, className, children, type = "submit", ...rest }: ButtonProps) {
  return (
    <button type={type} className={buttonLook({ tone, small, wide, className } as Look)} {...rest}>
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
      <a href={to} rel="noopener noreferrer" aria-label={label} className={buttonLook(rest)}>
        {inside}
      </a>
    );
  }
  return (
    <Link to={to} reloadDocument={reload} aria-label={label} className={buttonLook(rest)}>
      {inside}
    </Link>
  );
}
