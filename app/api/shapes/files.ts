/** The address of a stored file; access is checked when it is requested. */
export const fileUrl = (blobId: string | null | undefined) => (blobId ? `/files/${blobId}` : null);
