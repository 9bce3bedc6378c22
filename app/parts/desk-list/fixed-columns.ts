/** The columns that are always shown: what a row is called, and its state. */
export const fixedColumns = ["number", "roleName", "userName", "status"] as const;
