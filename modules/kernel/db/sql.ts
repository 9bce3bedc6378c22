import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from "kysely";
import type { QueryResult, QueryResultRow } from "pg";

/**
 * A statement or a part of one, written with Kysely's `sql`: values between its words are parameters, other parts are
 * inserted as they are. `Row` is what a statement returns.
 */
export type Sql<Row = unknown> = RawBuilder<Row>;

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error("statements are compiled here, never sent");
    },
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The text of a statement, with `$n` for its parameters, and their values. */
export const compiled = <Row>(statement: Sql<Row>): CompiledQuery<Row> => statement.compile(compiler);

type Connection = { query: (text: string, values: unknown[]) => Promise<QueryResult> };

/** Send a statement over a connection or pool of one's own, outside the transaction that runs. */
export function queryOn<Row extends QueryResultRow>(
  connection: Connection,
  statement: Sql<Row> | Sql,
): Promise<QueryResult<Row>> {
  const { sql: text, parameters } = compiled(statement);
  return connection.query(text, [...parameters]);
}

/** The conditions that apply, each in brackets, joined by `and`; `true` without any. */
export function allOf(conditions: readonly (Sql | false | "" | null | undefined)[]): Sql {
  const applied = conditions.filter((condition) => !!condition).map((condition) => sql`(${condition})`);
  return applied.length === 0 ? sql`true` : sql.join(applied, sql` and `);
}

/** The conditions that apply, each in brackets, joined by `or`; `false` without any. */
export function anyOf(conditions: readonly (Sql | false | "" | null | undefined)[]): Sql {
  const applied = conditions.filter((condition) => !!condition).map((condition) => sql`(${condition})`);
  return applied.length === 0 ? sql`false` : sql`(${sql.join(applied, sql` or `)})`;
}
