import type { BlockColors, MarkdownPlugin } from '../markdown/plugins.js'
import { loadLanguage, type LineParser } from './languages.js'
import { LineColors } from './line-colors.js'

export interface HighlightOptions {
  /** Parsers by the name in a fence, for languages beyond those that come with it or in place of them. */
  languages?: Readonly<Record<string, () => Promise<LineParser>>>
}

/**
 * Colours for code in answers, read line by line in idle time while it arrives. Give it to `MarkdownPlugins`. The colours are the
 * custom properties `--antiphon-code-keyword` and so on.
 */
export function highlight({ languages = {} }: HighlightOptions = {}): MarkdownPlugin {
  const parserOf = async (language: string): Promise<LineParser | null> =>
    Object.hasOwn(languages, language) ? ((await languages[language]?.()) ?? null) : loadLanguage(language)
  return {
    name: 'highlight',
    highlighter: {
      async open(language): Promise<BlockColors | null> {
        const parser = await parserOf(language)
        return parser && new LineColors(parser)
      },
    },
  }
}
