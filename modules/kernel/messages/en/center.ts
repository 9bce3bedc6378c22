export const center = {} as const;
