/** The page of an upload, on which its wrong rows open as a dialog as soon as they are known (R307). */
export const errorsOf = ({ id }: { id: string }) => `/uploads/${id}?act=errors`;
