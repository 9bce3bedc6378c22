import { createContext, useContext } from "react";
import type { Locale } from "#modules/messages/index.ts";

export const LocaleContext = createContext<Locale>("en");

/** The language of this page. */
export const useLocale = () => useContext(LocaleContext);
