/** Where a page of a list ended: the keyset (created_at, id), opaque on the wire. */
export type Mark = { at: Date; id: string };

/** The mark after a row. */
export const cursorOf = ({ at, id }: Mark) => Buffer.from(`${at.getTime()}:${id}`).toString("base64url");

/** The mark somebody sent back; anything else than a mark starts at the beginning. */
export function readCursor(after: string | undefined): Mark | undefined {
  const [, at, id] = /^(\d{1,15}):([0-9a-f-]{36})$/.exec(Buffer.from(after ?? "", "base64url").toString()) ?? [];
  return at && id ? { at: new Date(Number(at)), id } : undefined;
}
