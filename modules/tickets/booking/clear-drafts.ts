import { deleteDrafts } from "./draft.ts";
import { clearNeedPictures } from "./need-picture.ts";

/** Delete expired drafts with their pictures. */
export async function clearDrafts(): Promise<void> {
  await clearNeedPictures();
  await deleteDrafts();
}
