import { opendir, stat } from "node:fs/promises";
import path from "node:path";

/**
 * Every stored file of a blob folder as `xx/name.ext`; unfinished writes left by a crash are listed under `drafts/`.
 */
export async function* listFiles(folder: string): AsyncGenerator<{ key: string; writtenAt: Date }> {
  for await (const shelf of await opendirIfAny(folder)) {
    if (!shelf.isDirectory()) continue;
    for await (const file of await opendirIfAny(path.join(folder, shelf.name))) {
      const stats = await stat(path.join(folder, shelf.name, file.name)).catch(() => undefined);
      if (stats?.isFile()) yield { key: `${shelf.name}/${file.name}`, writtenAt: stats.mtime };
    }
  }
}

async function opendirIfAny(folder: string) {
  try {
    return await opendir(folder);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return [];
    throw error;
  }
}
