/** esbuild's text loader: the sheet as a string (`--loader:.css=text`). */
declare module '@antiphon/ui/styles.css' {
  const sheet: string
  export default sheet
}
