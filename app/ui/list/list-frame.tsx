import { type ReactNode, useContext } from "react";
import { ListHead, type ListHeadProps } from "../shell/list-head.tsx";

type ListFrameProps = Omit<ListHeadProps, "children"> & {
  /** The list's own actions, beside the title. */
  actions?: ReactNode;
  /** What stands between head and filters: refusals of its forms, and what there is to know before reading it. */
  above?: ReactNode;
  /** The filters, and what is done with the list as it is filtered. */
  filters?: ReactNode;
  /** Its pages, its files, and what is done with its selection. */
  foot?: ReactNode;
  /** The dialogs over it. */
  dialogs?: ReactNode;
  /** Its rows (`Table`), or what it shows without any. */
  children: ReactNode;
};

/** The screen of a list, in every console. */
export function ListFrame({ actions, above, filters, foot, dialogs, children, ...head }: ListFrameProps) {
  const Head = useContext(ListHead);
  return (
    <>
      <Head {...head}>{actions}</Head>
      {above}
      {filters}
      {children}
      {foot}
      {dialogs}
    </>
  );
}
