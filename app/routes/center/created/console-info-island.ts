/** Writes its words on the browser's console, for developers. */
export default function consoleInfo({ dataset }: HTMLElement) {
  console.info(dataset.words);
}
