import { memo, useMemo, useState, type CSSProperties, type ReactNode } from 'react'
import { useStrings } from './context.js'
import { CopyButton } from './copy-button.js'
import { CHUNK_LINES, chunkLines, joinChunks } from './fence.js'
import { WrapIcon } from './icons.js'
import type { CodeToken } from './plugins.js'
import type { MarkdownStrings } from './strings.js'
import { useColors } from './use-colors.js'

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
  const lines = lineCount(chunks)
  const long = lines > maxLines
  const folded = long && !unfolded
  const colors = useColors(chunks, language, complete)
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
        <code>
          {chunks.map((text, i) => (
            <Chunk
              key={i}
              tokens={colors?.tokens(i, text)}
              text={i < chunks.length - 1 ? text + '\n' : text}
              end={i === chunks.length - 1 ? end : undefined}
            />
          ))}
        </code>
      </pre>
      {long && (
        <button
          type="button"
          data-slot="code-more"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? strings.showLess : strings.showAllLines(lines)}
        </button>
      )}
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
    </figure>
  )
}

/** A block of code with a bar, a copy button and a scroll area of its own. */
export const CodeBlock = memo(function CodeBlock({ code, ...rest }: CodeBlockProps) {
  const chunks = useMemo(() => chunkLines(code), [code])
  return <CodeChunks chunks={chunks} {...rest} />
})
