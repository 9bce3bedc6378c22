/** SQL that makes the database itself refuse to change or remove rows of a table, whoever asks. */
export const refuseChanges = (table: string) => [
  `create trigger ${table}_append_only before update or delete on ${table} for each row execute function refuse_change()`,
  `create trigger ${table}_no_truncate before truncate on ${table} for each statement execute function refuse_change()`,
];
