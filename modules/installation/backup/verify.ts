import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { Unreadable, unsealFile } from "#modules/kernel/crypto.server.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { blobStore } from "#modules/kernel/files/files.server.ts";
import { leftToReseal } from "#modules/kernel/secrets/reseal.server.ts";
import { ledgerFaults } from "#modules/wallet/index.ts";

export type Verified = {
  /** How many files were read and compared with their rows. */
  files: number;
  /** What is not as it should be, a sentence each. */
  faults: string[];
};

type Named = { key: string; bytes: string; sha256: string; sealed: boolean };

const filesAtOnce = 500;
const mostNamed = 20;

/** Compares what an installation holds with itself: every rule of the ledger, every file with its row, every sealed value. */
export async function verifyInstallation(onProgress: (words: string) => void = () => {}): Promise<Verified> {
  const faults: string[] = [];
  for (const { rule, count, examples } of await ledgerFaults())
    faults.push(`not so in the ledger: ${rule} (${count}, such as ${examples[0]})`);
  for (const { place, unknown } of await leftToReseal())
    if (unknown > 0) faults.push(`${place}: ${unknown} sealed with a secret that is not known here`);
  let files = 0;
  const wrong: string[] = [];
  for (let after = ""; ; ) {
    const storedFiles = await rows<Named>(
      sql`select key, bytes, sha256, sealed from blobs where key > ${after} order by key limit ${filesAtOnce}`,
    );
    for (const named of storedFiles) {
      const fault = await faultOf(named);
      if (fault) wrong.push(`${named.key} ${fault}`);
    }
    files += storedFiles.length;
    if (storedFiles.length > 0) onProgress(`${files} files compared`);
    if (storedFiles.length < filesAtOnce) break;
    after = storedFiles.at(-1)!.key;
  }
  if (wrong.length > mostNamed) wrong.splice(mostNamed, wrong.length, `and ${wrong.length - mostNamed} more files`);
  return { files, faults: [...faults, ...wrong] };
}

/** Why a file is not what its row says; undefined when it is. */
async function faultOf({ key, bytes, sha256, sealed }: Named): Promise<string | undefined> {
  try {
    const stream = await blobStore().get(key);
    const hash = createHash("sha256");
    let size = 0;
    for await (const part of sealed ? [unsealFile(await buffer(stream))] : stream) {
      hash.update(part);
      size += part.length;
    }
    return size === Number(bytes) && hash.digest("hex") === sha256 ? undefined : "is damaged";
  } catch (error) {
    if (error instanceof Unreadable) return "is sealed and cannot be read";
    if ((error as { code?: string }).code === "ENOENT") return "is not there";
    throw error;
  }
}
