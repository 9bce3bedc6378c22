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
export type TableColumn = ColumnPlace & { id: string; label: string; kind: ColumnKind };

/** Where a column stands on screens. */
export type ColumnPlace = {
  /** Readers cannot choose it away: what a row is called, and its state. */
  always?: true | undefined;
  /** The list is ordered by it: its heading turns the order around. */
  sorts?: true | undefined;
  /**
   * The least width in a console's table, in pixels. Texts take what room their column is left, over two lines; other
   * contents widen it.
   */
  width?: number | undefined;
};

/** The cells of a row, by column id. */
export type Cells = Record<string, CellValue>;
