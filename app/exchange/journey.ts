/** A way to a page, or of a form to the page it is answered with (go.ts). */
export type Journey = {
  /** The address, of this site. */
  to: string;
  /** A form's fields; without them the address is read. */
  body?: FormData | URLSearchParams;
  /** The form that is sent, and the control that sends it. */
  form?: HTMLFormElement;
  submitter?: HTMLElement | null;
  /** Whether it takes the place of this page in the history. */
  replace?: boolean;
  /** Whether the page stays scrolled as it is. */
  stay?: boolean;
  /** How far the window is scrolled afterwards, of an entry of the history. */
  scroll?: number;
  /** How many entries of the history Back or Forward went: the address has changed already. */
  by?: number;
  /** Whether its reader agreed to leave unsaved input. */
  confirmed?: boolean;
  /** Whether it reads this page anew without being asked to by its reader: live news. */
  quiet?: boolean;
};

/** Cancel it to stay on this page; `go` continues then with `confirmed`. */
export type Leaving = CustomEvent<Journey>;
/** Before a page is put in place: an island may change what came, as of a list that must not move now. */
export type Read = CustomEvent<Journey & { page: Document }>;
/** After a page was put in place. */
export type Shown = CustomEvent<Journey & { samePage: boolean }>;
