import { createContext } from "react";

/** What the page could not be shown for: in a console the error stands inside its frame, and names the page. */
export const PageErrorContext = createContext<unknown>(undefined);
