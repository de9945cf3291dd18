'use client'

import {
  type ReactNode,
  useState,
  createContext,
  useContext,
  useId,
  useMemo,
  useRef,
  type MouseEvent,
  Fragment,
  memo,
} from 'react'
import { HostPart } from './host-part.js'
import { useStaticPage } from '../../lib/static-page.js'
import type { Inline, LinkNode, ImageNode, NoteNode, InlineRope, MathNode, FootnoteNode } from '../ast.js'
import { plainText } from '../plain-text.js'
import { destination, isMisleading, linkUrl, imageUrl } from '../url.js'
import { ImageIcon } from './code-block.js'
import { useSettings, useStrings } from './context.js'
import { SourceMark, sourceNumber } from './sources.js'
import type { MarkdownLinkProps, MarkdownImageProps } from './component-props.js'

function DefaultLink({ url, shownDestination, children }: MarkdownLinkProps) {
  return (
    <a
      data-slot="markdown-link"
      data-host={shownDestination === null ? destination(url) : undefined}
      href={url.href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
      {shownDestination !== null && (
        <>
          {' '}
          <span data-slot="markdown-link-host" dir="ltr">
            ({shownDestination})
          </span>
        </>
      )}
    </a>
  )
}

const hasImage = (nodes: readonly Inline[]): boolean =>
  nodes.some((node) => node.type === 'image' || ('children' in node && hasImage(node.children)))

/** A link of an answer. A forbidden link is shown as its text. */
function Link({ node, children }: { node: LinkNode; children: ReactNode }) {
  const { components, linkPolicy, sources } = useSettings()
  if (node.pending) return <span data-slot="markdown-link-pending">{children}</span>
  const url = linkUrl(node.href, linkPolicy)
  if (url === null) return children
  const part = { of: components.Link, own: DefaultLink, url }
  // An image brings a button, which must not be inside a link, so the link follows it, with the name of its host as text.
  if (hasImage(node.children))
    return (
      <>
        {children}{' '}
        <HostPart {...part} shownDestination={null}>
          {destination(url)}
        </HostPart>
      </>
    )
  const cited = sources?.findIndex((source) => source.url === node.href || source.url === url.href) ?? -1
  const shown = isMisleading(plainText(node.children), url) ? destination(url) : null
  return (
    <>
      <HostPart {...part} shownDestination={shown}>
        {children}
      </HostPart>
      {cited >= 0 && <sup data-slot="source-mark">{cited + 1}</sup>}
    </>
  )
}

function DefaultImage({ url, alt, autoLoad, pending }: MarkdownImageProps) {
  const { strings } = useSettings()
  const isStatic = useStaticPage() !== undefined
  const [wanted, setWanted] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const address = url?.href ?? null
  const broken = address !== null && failed === address
  if (address !== null && !broken && (isStatic ? url?.protocol === 'data:' : autoLoad || wanted === address))
    return (
      <img
        data-slot="markdown-image"
        src={address}
        alt={alt}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(address)}
      />
    )
  const note = broken ? strings.imageFailed : url === null && !pending ? strings.imageBlocked : null
  return (
    <span data-slot="markdown-image-placeholder" data-pending={pending ? '' : undefined}>
      <ImageIcon />
      <span data-slot="markdown-image-alt">{alt === '' ? strings.image : alt}</span>
      {url !== null && (
        <span data-slot="markdown-image-host" dir="ltr">
          {destination(url)}
        </span>
      )}
      {note !== null && <span data-slot="markdown-image-note">{note}</span>}
      {url !== null && isStatic && (
        <a data-slot="markdown-link" href={url.href} target="_blank" rel="noopener noreferrer">
          {strings.loadImage}
        </a>
      )}
      {url !== null && !broken && !isStatic && (
        <button
          type="button"
          aria-label={`${strings.loadImage}: ${alt === '' ? destination(url) : alt}`}
          onClick={() => setWanted(address)}
        >
          {strings.loadImage}
        </button>
      )}
    </span>
  )
}

/** An image of an answer: nothing is requested before a click, unless the host trusts the address. */
function Image({ node }: { node: ImageNode }) {
  const { components, imagePolicy } = useSettings()
  const parsed = node.pending ? null : imageUrl(node.src)
  const verdict =
    parsed === null ? 'never' : typeof imagePolicy === 'function' ? imagePolicy(parsed) : imagePolicy
  return (
    <HostPart
      of={components.Image}
      own={DefaultImage}
      url={verdict === 'never' ? null : parsed}
      alt={node.alt}
      autoLoad={verdict === 'load'}
      pending={node.pending}
    />
  )
}

interface NotesContextValue {
  readonly numbers: Notes['numbers']
  /** Prefix of every id, so that no id consists of a model's text only. */
  readonly prefix: string
  /** Remembers the mark that somebody left, so that the note can lead back to it. */
  readonly leave: (mark: HTMLElement) => void
  readonly origin: () => HTMLElement | null
}

export const NotesContext = createContext<NotesContextValue | null>(null)

/** Gives the marks below their numbers. */
export function NotesProvider({ numbers, children }: { numbers: Notes['numbers']; children: ReactNode }) {
  const prefix = `note-${useId()}`
  const from = useRef<HTMLElement>(null)
  const value = useMemo(
    () => ({
      numbers,
      prefix,
      leave: (mark: HTMLElement) => {
        from.current = mark
      },
      origin: () => from.current,
    }),
    [numbers, prefix],
  )
  return <NotesContext.Provider value={value}>{children}</NotesContext.Provider>
}

/** Moves there without touching the address of the page. */
export function jump(event: MouseEvent, target: HTMLElement | null | undefined): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  target?.focus()
}

/** The number that links to a footnote; without a footnote of that label, the text as written. */
function NoteMark({ node: { label, source } }: { node: NoteNode }) {
  const context = useContext(NotesContext)
  const strings = useStrings()
  const cited = sourceNumber(label)
  if (cited !== null) return <SourceMark number={cited} fallback={source} />
  const number = context?.numbers.get(label)
  if (context === null || number === undefined) return source
  const id = `${context.prefix}-${number}`
  return (
    <sup data-slot="note-mark">
      <a
        href={`#${id}`}
        data-note={number}
        role="doc-noteref"
        aria-label={strings.footnote(number)}
        onClick={(event) => {
          context.leave(event.currentTarget)
          jump(event, document.getElementById(id))
        }}
      >
        {number}
      </a>
    </sup>
  )
}

/** A formula; without something to set it by, or while its end has not come, it is shown as written. */
export function Formula({ node: { tex, source, display, pending } }: { node: MathNode }) {
  const { Math } = useSettings()
  if (Math !== undefined && !pending) return <Math tex={tex} source={source} display={display} />
  return (
    <code data-slot="math-source" data-display={display ? '' : undefined} dir="ltr">
      {source}
    </code>
  )
}

/** `growing`: the mark has its first word only, which may not be whole. */
function node(value: Inline, key: number, growing?: boolean): ReactNode {
  const grows = growing ? '' : undefined
  switch (value.type) {
    case 'text':
      return value.text
    case 'code':
      return (
        <code key={key} data-first-word={grows}>
          {value.text}
        </code>
      )
    case 'note':
      return <NoteMark key={key} node={value} />
    case 'math':
      return <Formula key={key} node={value} />
    case 'break':
      return <br key={key} />
    case 'link':
      return (
        <Link key={key} node={value}>
          {growing ? (
            <span data-first-word="">{value.children.map(plainNode)}</span>
          ) : (
            value.children.map(plainNode)
          )}
        </Link>
      )
    case 'image':
      return <Image key={key} node={value} />
    default: {
      const Mark = value.type
      return (
        <Mark key={key} data-first-word={grows}>
          {value.children.map(plainNode)}
        </Mark>
      )
    }
  }
}

const plainNode = (value: Inline, key: number): ReactNode => node(value, key)

export const InlineRun = memo(function InlineRun({
  nodes,
  growing,
}: {
  nodes: readonly Inline[]
  growing?: boolean
}) {
  return nodes.map((one, i) => node(one, i, growing && i === nodes.length - 1))
})

const RunGroup = memo(function RunGroup({
  runs,
  growing,
}: {
  runs: readonly (readonly Inline[])[]
  growing: boolean
}) {
  return runs.map((nodes, i) => (
    <InlineRun key={i} nodes={nodes} growing={growing && i === runs.length - 1} />
  ))
})

/** Longer words are shown as they come. They break within a line, and are not scanned again with each piece. */
const LONGEST_WORD = 40

/**
 * The text ends in the first word of a mark, such as bold, which may still grow. A word that grows past the end of its line moves to
 * the next one, and with its first word the whole mark moves.
 */
function endsInFirstWord(content: InlineRope): boolean {
  let last = content.at(-1)?.at(-1)?.at(-1)
  if (last === undefined || last.type === 'text') return false
  while ('children' in last && last.children.length === 1) last = last.children[0]!
  return 'text' in last && last.text.length <= LONGEST_WORD && !/\s/.test(last.text)
}

/** Inline content in pieces; keys are positions, so that a piece that freezes keeps its elements. */
export function InlineContent({ content, end }: { content: InlineRope; end?: ReactNode }) {
  const growing = end !== undefined && endsInFirstWord(content)
  return (
    <Fragment>
      {content.map((runs, i) => (
        <RunGroup key={i} runs={runs} growing={growing && i === content.length - 1} />
      ))}
      {end}
    </Fragment>
  )
}

/** The footnotes of a text in the order they are shown in. */
export interface Notes {
  readonly list: readonly FootnoteNode[]
  /** Number of a footnote by its label, from 1. */
  readonly numbers: ReadonlyMap<string, number>
  /** How many of the list have a mark in the text; the others come last. */
  readonly marked: number
}
