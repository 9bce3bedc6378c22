import { createContext } from "react";

/**
 * Inside a dialog that is open by its address: the address without it. Links to there and forms take the dialog's place
 * in the browser's history, so that Back does not open again what was closed or done.
 */
export const DialogPlace = createContext<string | undefined>(undefined);
