type Named = { name: string; code: string | null };

/** What `/requests/find` answers. */
export type FindResult = {
  requests: { id: string; number: string; name: string; status: string; service: string }[];
  centers: Named[];
  technicians: Named[];
};
