/**
 * The value type of each kind of cell; amounts are paise, moments instants; screens name an address's state, a service
 * and a vehicle in Hindi.
 */
export type CellKinds = {
  text: string;
  address: string;
  service: string;
  count: number;
  rupees: number;
  moment: Date;
  yesNo: boolean;
};
export type ColumnKind = keyof CellKinds;
export type CellValue = CellKinds[ColumnKind] | null;

/** What a screen needs to know of a column. */
export type TableColumn = { id: string; label: string; kind: ColumnKind };

/** The cells of a row, by column id. */
export type Cells = Record<string, CellValue>;
