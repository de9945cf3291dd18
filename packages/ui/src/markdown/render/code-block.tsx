'use client'

import { type ReactNode, useState, memo, useMemo, useRef, type CSSProperties } from 'react'
import { standsAlone } from '../../lib/own-root.js'
import { useCopy } from '../../lib/copy-text.js'
import { StaticMore } from '../../lib/static-more.js'
import { useStaticPage } from '../../lib/static-page.js'
import { CHUNK_LINES, chunkLines, joinChunks } from '../fence.js'
import { useStrings, type CodeToken } from './context.js'
import { KeepSelection } from './keep-selection.js'
import { useColors } from './use-colors.js'
import type { MarkdownStrings } from './markdown-strings.js'
import type { CodeBlockProps } from './component-props.js'

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg data-slot="markdown-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {children}
    </svg>
  )
}

const CopyIcon = () => (
  <Icon>
    <rect x="5.5" y="5.5" width="7.5" height="7.5" rx="1.5" />
    <path d="M3 10.5V4.5A1.5 1.5 0 0 1 4.5 3h6" />
  </Icon>
)

const CheckIcon = () => (
  <Icon>
    <path d="M3.5 8.5l3 3 6-7" />
  </Icon>
)

const WrapIcon = () => (
  <Icon>
    <path d="M2.5 4h11M2.5 8h8.8a2.2 2.2 0 0 1 0 4.4H8M9.6 10.8L8 12.4 9.6 14M2.5 12.4h2.5" />
  </Icon>
)

export const ImageIcon = () => (
  <Icon>
    <rect x="2.5" y="3.5" width="11" height="9" rx="1.5" />
    <path d="M4 11l3-3 2 2 1.5-1.5L13 11M10.6 6.2v.1" />
  </Icon>
)

export interface CopyButtonProps {
  /** Called at the click, so that growing text costs nothing before. */
  text: () => string
  /** The text of the button; its name for screen readers is `label`. */
  children: ReactNode
  label: string
  strings?: Partial<MarkdownStrings> | undefined
}

/** Copies as plain text, shows a check for a moment and says so in a polite live region. */
export const CopyButton = /* @__PURE__ */ standsAlone(function CopyButton({
  text,
  children,
  label,
  strings: own,
}: CopyButtonProps) {
  const strings = useStrings(own)
  const { outcome, copy } = useCopy()
  return (
    <>
      <button
        type="button"
        data-slot="markdown-button"
        data-state={outcome}
        aria-label={label}
        onClick={() => void copy(text())}
      >
        {outcome === 'copied' ? <CheckIcon /> : <CopyIcon />}
        {children}
      </button>
      <output data-slot="markdown-spoken" aria-live="polite">
        {outcome === 'copied' ? strings.copied : outcome === 'failed' ? strings.copyFailed : ''}
      </output>
    </>
  )
})

export interface CodeChunksProps extends Omit<CodeBlockProps, 'code'> {
  /** The code in pieces of 50 lines; pieces that stay the same are not rendered again. */
  chunks: readonly string[]
}

interface ChunkProps {
  text: string
  tokens?: readonly CodeToken[] | undefined
  end?: ReactNode
}

const Chunk = memo(function Chunk({ text, tokens, end }: ChunkProps) {
  return (
    <span data-slot="code-chunk">
      {tokens?.map(([kind, part], i) =>
        kind === null ? (
          part
        ) : (
          <span key={i} data-token={kind}>
            {part}
          </span>
        ),
      )}
      {tokens === undefined ? text : text.slice(tokens.reduce((sum, [, part]) => sum + part.length, 0))}
      {end}
    </span>
  )
})

const lineCount = (chunks: readonly string[]): number => {
  const last = chunks.at(-1) ?? ''
  let lines = Math.max(0, chunks.length - 1) * CHUNK_LINES + 1
  for (let at = last.indexOf('\n'); at >= 0; at = last.indexOf('\n', at + 1)) lines++
  return lines
}

/** Code already in pieces, as a streaming document keeps it. */
export function CodeChunks(props: CodeChunksProps) {
  const { chunks, language = '', complete = true, cutOff = false, maxLines = 30, end } = props
  const strings = useStrings(props.strings)
  const [wrap, setWrap] = useState(false)
  const [unfolded, setUnfolded] = useState(false)
  const code = useRef<HTMLElement>(null)
  const lines = lineCount(chunks)
  const long = lines > maxLines
  const folded = long && !unfolded
  const colors = useColors(chunks, language, complete)
  const isStatic = useStaticPage() !== undefined
  const name = strings.codeBlock(language, complete || cutOff ? lines : 0)
  return (
    <figure
      data-slot="code-block"
      data-lang={language === '' ? undefined : language}
      data-complete={complete}
      data-wrap={wrap ? '' : undefined}
      data-folded={folded ? '' : undefined}
      style={maxLines === 30 ? undefined : ({ '--antiphon-code-lines': maxLines } as CSSProperties)}
    >
      <figcaption data-slot="code-bar">
        <span data-slot="code-lang">{language}</span>
        {cutOff && !complete && <span data-slot="code-cut-off">{strings.cutOff}</span>}
      </figcaption>
      <pre data-slot="code-scroll" dir="ltr" tabIndex={0} role="group" aria-label={name}>
        <code ref={code}>
          <KeepSelection root={code}>
            {chunks.map((text, i) => (
              <Chunk
                key={i}
                tokens={colors?.tokens(i, text)}
                text={i < chunks.length - 1 ? text + '\n' : text}
                end={i === chunks.length - 1 ? end : undefined}
              />
            ))}
          </KeepSelection>
        </code>
      </pre>
      {long && <StaticMore more={strings.showAllLines(lines)} less={strings.showLess} />}
      {long && !isStatic && (
        <button
          type="button"
          data-slot="code-more"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? strings.showLess : strings.showAllLines(lines)}
        </button>
      )}
      {!isStatic && (
        <div data-slot="code-actions">
          <button
            type="button"
            data-slot="markdown-button"
            aria-label={`${strings.wrapLines}: ${name}`}
            aria-pressed={wrap}
            onClick={() => setWrap(!wrap)}
          >
            <WrapIcon />
          </button>
          <CopyButton
            text={() => joinChunks(chunks)}
            label={`${strings.copy}: ${name}`}
            strings={props.strings}
          >
            {strings.copy}
          </CopyButton>
        </div>
      )}
    </figure>
  )
}

/** A block of code with a bar, a copy button and a scroll area of its own. */
export const CodeBlock = memo(
  standsAlone(function CodeBlock({ code, ...rest }: CodeBlockProps) {
    const chunks = useMemo(() => chunkLines(code), [code])
    return <CodeChunks chunks={chunks} {...rest} />
  }),
)
