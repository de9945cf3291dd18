import { createContext, useContext, type ComponentType } from 'react'
import type { CodeBlockProps } from './code-block.js'
import type { MarkdownImageProps } from './image.js'
import type { MarkdownLinkProps } from './link.js'
import type { MarkdownPlugin } from './plugins.js'
import type { Source } from './sources.js'
import { defaultMarkdownStrings, type MarkdownStrings } from './strings.js'
import type { TableProps } from './table.js'
import type { ImagePolicy, LinkPolicy } from './url.js'

/** Replacements for parts of an answer. What they get is already judged: no address but a permitted one. */
export interface MarkdownComponents {
  CodeBlock: ComponentType<CodeBlockProps>
  Table: ComponentType<TableProps>
  Link: ComponentType<MarkdownLinkProps>
  Image: ComponentType<MarkdownImageProps>
}

export interface MarkdownSettings {
  readonly strings: MarkdownStrings
  readonly components: Partial<MarkdownComponents>
  readonly headingOffset: number
  readonly imagePolicy: ImagePolicy
  readonly linkPolicy: LinkPolicy | undefined
  /** What the answer rests on, for marks by number. */
  readonly sources?: readonly Source[] | undefined
  readonly Math?: MarkdownPlugin['Math']
  readonly fences?: MarkdownPlugin['fences']
  readonly highlighter?: MarkdownPlugin['highlighter']
}

export const SettingsContext = createContext<MarkdownSettings>({
  strings: defaultMarkdownStrings,
  components: {},
  headingOffset: 2,
  imagePolicy: 'ask',
  linkPolicy: undefined,
})

export const useSettings = (): MarkdownSettings => useContext(SettingsContext)

/** The words for a part: its own prop first, then those of the Markdown around it. */
export function useStrings(own?: Partial<MarkdownStrings>): MarkdownStrings {
  const { strings } = useSettings()
  return own === undefined ? strings : { ...strings, ...own }
}
