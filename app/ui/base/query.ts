import { useLocation } from "@remix-run/react";

/** The query of this page's address. Remix's own hook makes a setter for it each time, which nothing here needs. */
export const useQuery = () => new URLSearchParams(useLocation().search);
