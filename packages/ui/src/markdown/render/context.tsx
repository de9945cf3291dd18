'use client'

import { createContext, useContext, type ComponentType, type ReactNode } from 'react'
import type { HeadingNode } from '../ast.js'
import type { ImagePolicy, LinkPolicy } from '../url.js'
import { type MarkdownStrings, defaultMarkdownStrings } from './markdown-strings.js'
import type {
  CodeBlockProps,
  MarkdownImageProps,
  MarkdownLinkProps,
  TableProps,
  Source,
} from './component-props.js'
import type { Syntax } from '../parser/state.js'

/** A formula of an answer. */
export interface MathProps {
  tex: string
  /** The source with its marks, to show while the formula cannot be set. */
  source: string
  /** On lines of its own. */
  display: boolean
}

/** The code of a fence that a plug-in draws. */
export interface FenceProps {
  code: string
}

/** An addition to the reading or rendering of answers that not every page needs. See `@antiphon/ui/math` and its neighbours. */
export interface MarkdownPlugin {
  readonly name: string
  /** Rules for reading. At most one plug-in of a page has them. */
  readonly syntax?: Syntax | undefined
  /** Shows the formulas that `syntax` reads. */
  readonly Math?: ComponentType<MathProps> | undefined
  /** Shows complete blocks of code of a language, in place of the code's lines. */
  readonly fences?: Readonly<Record<string, ComponentType<FenceProps>>> | undefined
  /** Colours for code. */
  readonly highlighter?: Highlighter | undefined
}

/** A piece of code and its kind; null for no colour. */
export type CodeToken = readonly [kind: string | null, text: string]

/** Colours of one block of code, which may still grow. Nothing is done before `read` is called. */
export interface BlockColors {
  /**
   * Continues to colour the code, for at most about `budget` ms. `chunks` are all pieces of the code so far, 50 lines each.
   * Returns true when all of them are done.
   */
  read(chunks: readonly string[], complete: boolean, budget: number): boolean
  /**
   * Tokens of the piece at `index`, whose text is `text`, as far as it has been read; the same array until more is. Their texts
   * joined are the beginning of `text`.
   */
  tokens(index: number, text: string): readonly CodeToken[] | undefined
}

/** Colours code, language by language. */
export interface Highlighter {
  /** null for an unknown language. The first call may take a moment, because a language is loaded with its first use. */
  open(language: string): Promise<BlockColors | null>
  /**
   * The same at once, for a language that has been opened before; undefined for one that has not. It gives a static page,
   * written in one go, its colours.
   */
  reopen?(language: string): BlockColors | null | undefined
}

const none: readonly MarkdownPlugin[] = []

const PluginsContext = createContext<readonly MarkdownPlugin[]>(none)

export interface MarkdownPluginsProps {
  value: readonly MarkdownPlugin[]
  children?: ReactNode
}

/**
 * Plug-ins for all answers below. Give the same list each time: `const plugins = [math(), highlight()]` outside of components.
 */
export function MarkdownPlugins({ value, children }: MarkdownPluginsProps): ReactNode {
  return <PluginsContext.Provider value={value}>{children}</PluginsContext.Provider>
}

/** The plug-ins of the nearest `MarkdownPlugins` above; an empty list without one. */
export const useMarkdownPlugins = (): readonly MarkdownPlugin[] => useContext(PluginsContext)

export const usePlugins = (own: readonly MarkdownPlugin[] | undefined): readonly MarkdownPlugin[] => {
  const around = useMarkdownPlugins()
  return own ?? around
}

/** Both sets of rules; where they begin with the same character, the first one's. */
export const joinSyntax = (a: Syntax | undefined, b: Syntax | undefined): Syntax | undefined =>
  a && b ? { inline: { ...b.inline, ...a.inline }, block: a.block ?? b.block } : (a ?? b)

/** The combined plug-ins of a list; the first of a kind counts. */
export function merged(plugins: readonly MarkdownPlugin[]): Omit<MarkdownPlugin, 'name'> {
  return {
    syntax: plugins.find(({ syntax }) => syntax)?.syntax,
    Math: plugins.find(({ Math }) => Math)?.Math,
    highlighter: plugins.find(({ highlighter }) => highlighter)?.highlighter,
    fences: Object.assign(
      {},
      ...plugins.map(({ fences }) => fences ?? {}).toReversed(),
    ) as MarkdownPlugin['fences'],
  }
}

/** Replacements for parts of an answer. They get only permitted addresses. */
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
  /** For a static page, which is a document of its own: the depth of each heading below that of its turn. */
  readonly headingDepths?: ReadonlyMap<HeadingNode, number> | undefined
  readonly imagePolicy: ImagePolicy
  readonly linkPolicy: LinkPolicy | undefined
  /** The sources of the answer, for marks by number. */
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
