import type { ReactNode } from 'react'
import type { MarkdownStrings } from './markdown-strings.js'
import type { TableNode } from '../ast.js'

/** A block of code, and whether all of it is there. */
export interface CodeBlockProps {
  code: string
  /** Shown in the bar and as `data-lang`; lower case letters, digits, `+`, `#` and `-` only. */
  language?: string | undefined
  /** false while the closing fence has not arrived. Default true. */
  complete?: boolean | undefined
  /** The text ended before the block did: the bar says so. */
  cutOff?: boolean | undefined
  /** Blocks longer than this are folded to it. Default 30. */
  maxLines?: number | undefined
  strings?: Partial<MarkdownStrings> | undefined
  /** Put at the end of the code, such as a caret. */
  end?: ReactNode
}

/** A permitted link, and the place that its text names. */
export interface MarkdownLinkProps {
  /** Scheme is http, https, mailto or tel, and the host's policy permits it. */
  url: URL
  /** The target to show, because the link text looks like another address; null otherwise. */
  shownDestination: string | null
  children: ReactNode
}

/** An image of an answer, and whether it may load. */
export interface MarkdownImageProps {
  /** null while the address is being written, or if it may not be loaded. */
  url: URL | null
  alt: string
  /** Load without asking: the host's policy said so for this address. */
  autoLoad: boolean
  pending: boolean
}

/** A table of an answer. */
export interface TableProps {
  node: TableNode
  /** Put at the end of the text, such as a caret. */
  end?: ReactNode
  strings?: Partial<MarkdownStrings> | undefined
}

export interface Source {
  url: string
  title: string
}
