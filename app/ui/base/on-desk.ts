import { createContext } from "react";

/** Whether it stands on an operator's page (DeskShell), where a saving that failed is a toast, too (R319). */
export const OnDesk = createContext(false);
