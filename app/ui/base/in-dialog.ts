import { createContext } from "react";

/**
 * Whether it stands in a dialog that is open by its address: forms there take the dialog's place in the browser's history,
 * so that Back does not open again what was done (links do by `data-place`, near.ts).
 */
export const InDialog = createContext(false);
