/** SQL for triggers that refuse to change or remove rows of a table, for every role. */
export const refuseChanges = (table: string) => [
  `create trigger ${table}_append_only before update or delete on ${table} for each row execute function refuse_change()`,
  `create trigger ${table}_no_truncate before truncate on ${table} for each statement execute function refuse_change()`,
];
