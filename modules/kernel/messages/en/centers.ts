export const centers = {} as const;
