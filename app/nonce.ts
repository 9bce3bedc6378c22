import { createContext, useContext } from "react";

export const NonceContext = createContext<string | undefined>(undefined);

/** The nonce of this response's content security policy. */
export const useNonce = () => useContext(NonceContext);
