'use client'

import { useWords } from '../strings/strings.js'
import { revealText, type RevealedSegment, type RevealOptions } from './reveal.js'

export * from './reveal.js'

export interface RevealedTextProps extends RevealOptions {
  text: string
}

/** Plain text with all hidden characters made visible. Never markdown, never HTML. */
export function RevealedText({ text, padding }: RevealedTextProps) {
  const segments = revealText(text, { padding })
  if (segments.length === 1 && segments[0]!.type === 'text') return segments[0]!.text
  return segments.map((segment, index) => <Segment key={index} segment={segment} />)
}

function Segment({ segment }: { segment: RevealedSegment }) {
  const { strings, formats } = useWords()
  switch (segment.type) {
    case 'text':
      return segment.text
    case 'hidden':
      return (
        <span data-slot="hidden-character" title={segment.title}>
          {segment.shown}
        </span>
      )
    case 'lookalike':
      return (
        <>
          {segment.text}
          <span data-slot="hidden-character" title={strings.call.lookalike}>
            {segment.title}
          </span>
        </>
      )
    case 'padding': {
      const count = formats.number(segment.count)
      return (
        <span data-slot="hidden-character">
          {segment.unit === 'lines' ? strings.call.blankLines(count) : strings.call.blanks(count)}
        </span>
      )
    }
    default:
      return segment satisfies never
  }
}
