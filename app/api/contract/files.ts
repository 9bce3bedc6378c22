/** The address of a stored file; who may read it is decided when it is asked for. */
export const fileUrl = (blobId: string | null | undefined) => (blobId ? `/files/${blobId}` : null);
