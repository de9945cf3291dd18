import { createContext, useContext, type ComponentType } from 'react'
import type { Syntax } from './parser/syntax.js'

export interface MathProps {
  tex: string
  /** As written, with its marks: what to show while it cannot be set. */
  source: string
  /** On lines of its own. */
  display: boolean
}

export interface FenceProps {
  code: string
}

/** Something that answers are read or shown with beyond what every page needs. See `@antiphon/ui/math` and its neighbours. */
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

/** A piece of code and what it is; null for what has no colour. */
export type CodeToken = readonly [kind: string | null, text: string]

/** Colours of one block of code, which may still grow. Nothing is done before `read` is called. */
export interface BlockColors {
  /**
   * Reads on, for at most about `budget` ms. `chunks` are all pieces of the code so far, of 50 lines each. True when all that
   * is there has been read.
   */
  read(chunks: readonly string[], complete: boolean, budget: number): boolean
  /**
   * Tokens of the piece at `index`, whose text is `text`, as far as it has been read; the same array until more is. Their texts
   * joined are the beginning of `text`.
   */
  tokens(index: number, text: string): readonly CodeToken[] | undefined
}

export interface Highlighter {
  /** null for a language it does not know. May take a moment the first time: what a language needs is loaded with its first use. */
  open(language: string): Promise<BlockColors | null>
}

const none: readonly MarkdownPlugin[] = []

/**
 * Plug-ins for all answers below. Give the same list each time: `const plugins = [math(), highlight()]` outside of components.
 */
export const MarkdownPlugins = createContext<readonly MarkdownPlugin[]>(none)

export const usePlugins = (own: readonly MarkdownPlugin[] | undefined): readonly MarkdownPlugin[] => {
  const around = useContext(MarkdownPlugins)
  return own ?? around
}

/** Both sets of rules; where they begin with the same character, the first one's. */
export const joinSyntax = (a: Syntax | undefined, b: Syntax | undefined): Syntax | undefined =>
  a && b ? { inline: { ...b.inline, ...a.inline }, block: a.block ?? b.block } : (a ?? b)

/** What a list of plug-ins amounts to; the first of a kind counts. */
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
