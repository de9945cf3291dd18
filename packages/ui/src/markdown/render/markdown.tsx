'use client'

import { hasSameFields } from '@antiphon/base'
import { useState, memo, useContext, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { standsAlone } from '../../lib/own-root.js'
import { createLazyModule, useLazyModule } from '../../lib/lazy-module.js'
import { useStaticPage } from '../../lib/static-page.js'
import type { BlockNode } from '../ast.js'
import type * as Growth from '../grow.js'
import { headingDepths } from '../heading-levels.js'
import { hasAllEntities, loadEntities } from '../parser/characters.js'
import { readMarkdown } from '../read.js'
import { emptyMarkdown, type MarkdownState } from '../stream/state.js'
import type { ImagePolicy, LinkPolicy } from '../url.js'
import { Block } from './blocks.js'
import {
  SettingsContext,
  type MarkdownComponents,
  type MarkdownSettings,
  joinSyntax,
  type MarkdownPlugin,
  merged,
  usePlugins,
} from './context.js'
import { NotesProvider } from './inline.js'
import { KeepSelection } from './keep-selection.js'
import { Footnotes, collectNotes } from './notes.js'
import { SourcesContext, numberedSources, withMarks } from './sources.js'
import type { ParseOptions } from '../parse-options.js'
import { defaultMarkdownStrings, type MarkdownStrings } from './markdown-strings.js'
import type { Syntax } from '../parser/state.js'

/** The code for growing text. A finished text is parsed without it. */
export const lazyGrowth = createLazyModule(() => import('../grow.js'))

/** The same object while its values are the same, so that a table written in place causes no render. */
export function useStable<T extends object>(next: T): T {
  const [held, setHeld] = useState(next)
  if (held === next || hasSameFields(held, next)) return held
  setHeld(next)
  return next
}

/** A text, and what links, images and plug-ins may do in it. */
export interface MarkdownProps {
  /** The whole text so far. While it grows, closed blocks are neither parsed nor rendered again. */
  text: string
  /** More text may come: marks left open look closed, half-written addresses lead nowhere. */
  streaming?: boolean
  /** Added to the level of each heading. Default 2: a first-level heading is an h3 (styled as first level). */
  headingOffset?: number
  components?: Partial<MarkdownComponents>
  strings?: Partial<MarkdownStrings>
  /** Default `ask`: no image is requested before a click. */
  imagePolicy?: ImagePolicy
  /** Narrows links down further than http, https, mailto and tel. Pass the same function each time. */
  linkPolicy?: LinkPolicy
  /** Math, diagrams, colours of code: see `@antiphon/ui/math` and its neighbours. Default: those of `MarkdownPlugins` above. */
  plugins?: readonly MarkdownPlugin[]
  /** Put at the end of the last text, such as a caret. */
  caret?: ReactNode
  /** Put after the last text when the answer broke off, such as a dotted line. */
  tear?: ReactNode
  /** The answer broke off: a code block without its end says so. Default: whether `tear` is given. */
  cutOff?: boolean
  className?: string
}

interface Held {
  state: MarkdownState
  options: ParseOptions
  /** The state closed, once it was asked for. */
  finished: MarkdownState | null
}

const unread = (options: ParseOptions): Held => ({ state: emptyMarkdown, options, finished: null })

/** The text up to its last blank: half a word may be half an address. */
function wholeWords(text: string): string {
  let end = text.length
  while (end > 0 && /\S/.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

/**
 * Without the code for growing text the text is parsed as a whole: a finished text, or a growing one until that code is
 * loaded.
 */
function hold(last: Held, text: string, streaming: boolean, growth: typeof Growth | undefined): Held {
  const { options } = last
  if (!growth || (!streaming && last.state === emptyMarkdown)) {
    const read = streaming ? wholeWords(text) : text
    return last.finished?.text === read ? last : { ...last, finished: readMarkdown(read, options) }
  }
  if (!streaming && last.finished?.text === text) return last
  const state = growth.advanceMarkdown(last.state, text, options)
  if (streaming) return state === last.state ? last : { state, options, finished: null }
  return { state, options, finished: growth.finishMarkdown(state, options) }
}

/** The parsed text, derived from the props, so that an update that React discards leaves no trace. */
function useMarkdown(text: string, streaming: boolean, syntax: Syntax | undefined): MarkdownState {
  const growth = useLazyModule(lazyGrowth, streaming)
  const [held, setHeld] = useState<Held>(() => hold(unread({ syntax }), text, streaming, growth))
  const next = hold(held.options.syntax === syntax ? held : unread({ syntax }), text, streaming, growth)
  if (next !== held) setHeld(next)
  const state = streaming && growth ? next.state : (next.finished ?? next.state)
  const { rare } = state
  const page = useStaticPage()
  if (page && rare && !hasAllEntities()) page.waitFor(loadEntities())
  useEffect(() => {
    if (!rare || hasAllEntities()) return
    let left = false
    void loadEntities().then(() => {
      if (!left && hasAllEntities()) setHeld((last) => unread(last.options))
    })
    return () => {
      left = true
    }
  }, [rare])
  return state
}

const none = {}

interface GroupProps {
  nodes: readonly BlockNode[]
  end?: ReactNode
  tear?: ReactNode
  cutOff?: boolean
  afterHeading?: boolean
  /**
   * The number of a group in a text that streamed in on this page. The browser may then skip it until it comes near the
   * view.
   */
  place?: number
}

/** Whether a block's last text is prose, where a tear mark belongs. */
function endsInProse(node: BlockNode | undefined): boolean {
  if (node?.type === 'quote') return endsInProse(node.children.at(-1))
  if (node?.type === 'list') return endsInProse(node.items.at(-1)?.at(-1)?.children.at(-1))
  return node?.type === 'paragraph' || node?.type === 'heading'
}

const tornEnd = (caret: ReactNode, tear: ReactNode): ReactNode => (
  <>
    {tear}
    {caret}
  </>
)

const Group = memo(function Group({ nodes, end, tear, cutOff, afterHeading, place }: GroupProps) {
  const last = nodes.at(-1)
  const inside = endsInProse(last)
  const apart = inside || last?.type === 'code' || last?.type === 'table' ? undefined : end
  const atEnd = inside ? tornEnd(end, tear) : end
  const hasEnd = end !== undefined || (inside && tear !== undefined)
  return (
    <div data-slot="markdown-group" data-place={place} data-after-heading={afterHeading ? '' : undefined}>
      {nodes.map((node, i) => {
        const isLast = i === nodes.length - 1
        return (
          <Block
            key={i}
            node={node}
            end={isLast && hasEnd && apart === undefined ? atEnd : undefined}
            cutOff={isLast ? cutOff : undefined}
          />
        )
      })}
      {((!inside && tear !== undefined) || apart !== undefined) && (
        <p data-slot="markdown-end">
          {!inside && tear}
          {apart}
        </p>
      )}
    </div>
  )
})

/**
 * A model's answer. Raw HTML shows as text, elements come from a fixed list, nothing is requested before a click.
 */
export const Markdown = /* @__PURE__ */ standsAlone(function Markdown({
  text,
  streaming = false,
  ...props
}: MarkdownProps) {
  const { headingOffset = 2, imagePolicy = 'ask', linkPolicy, caret, tear, className } = props
  const cutOff = props.cutOff ?? (tear ?? null) !== null
  const plugins = usePlugins(props.plugins)
  const extras = useMemo(() => merged(plugins), [plugins])
  const cited = useContext(SourcesContext)
  const numbered = cited?.numbered === true
  const syntax = useMemo(
    () => (numbered ? joinSyntax(extras.syntax, numberedSources) : extras.syntax),
    [extras, numbered],
  )
  const marked = useMemo(
    () => (cited === null || streaming || cited.text !== text ? text : withMarks(text, cited)),
    [cited, streaming, text],
  )
  const { view } = useMarkdown(marked, streaming, syntax)
  const [arrived] = useState(streaming)
  const root = useRef<HTMLDivElement>(null)
  const depths = useStaticPage() && headingDepths(view.flat())
  const ownStrings = useStable(props.strings ?? none)
  const components = useStable(props.components ?? none)
  const settings = useMemo<MarkdownSettings>(
    () => ({
      strings: { ...defaultMarkdownStrings, ...ownStrings },
      components,
      headingOffset,
      headingDepths: depths,
      imagePolicy,
      linkPolicy,
      sources: cited?.list,
      ...extras,
    }),
    [ownStrings, components, headingOffset, depths, imagePolicy, linkPolicy, cited?.list, extras],
  )
  const notes = collectNotes(view)
  // The same numbers stay the same object, so that marks are not rendered again while a footnote grows.
  const labels = [...notes.numbers.keys()].join(' ')
  // oxlint-disable-next-line react/exhaustive-deps -- the labels in their order are the numbers
  const numbers = useMemo(() => notes.numbers, [labels])
  const endsInNote = view.at(-1)?.at(-1)?.type === 'footnote'
  const groups = view.length > 0 || (caret ?? tear ?? null) === null ? view : [[]]
  return (
    <SettingsContext.Provider value={settings}>
      <NotesProvider numbers={numbers}>
        <div
          ref={root}
          data-slot="markdown"
          data-streaming={streaming ? '' : undefined}
          className={className}
        >
          <KeepSelection root={root}>
            {groups.map((nodes, i) => {
              const last = i === groups.length - 1 && !endsInNote
              return (
                <Group
                  key={i}
                  nodes={nodes}
                  end={last ? (caret ?? undefined) : undefined}
                  tear={last ? (tear ?? undefined) : undefined}
                  cutOff={last && cutOff}
                  afterHeading={groups[i - 1]?.at(-1)?.type === 'heading'}
                  place={arrived ? i : undefined}
                />
              )
            })}
            {notes.list.length > 0 && (
              <Footnotes notes={notes} end={endsInNote ? tornEnd(caret, tear) : undefined} />
            )}
          </KeepSelection>
        </div>
      </NotesProvider>
    </SettingsContext.Provider>
  )
})
