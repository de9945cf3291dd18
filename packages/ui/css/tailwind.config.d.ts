/** The kit's tokens under Tailwind's names, for `presets` of a tailwind.config.js. */
declare const preset: {
  content: string[]
  theme: { extend: Record<string, Record<string, string | [string, { lineHeight: string }]>> }
}
export default preset
