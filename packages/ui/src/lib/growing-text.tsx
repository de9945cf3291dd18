'use client'

import { memo, type ReactNode } from 'react'
import { RevealedText } from './reveal-text.js'

/** So many characters, and the rest of the line or word, are drawn at once. */
const DRAWN_AT_ONCE = 1_000

const Words = memo(RevealedText)

export interface GrowingTextProps {
  text: string
  /** Comes after the last character. */
  end?: ReactNode
}

/**
 * Plain text that grows at its end, with hidden characters made visible, for a place with `white-space: pre-wrap`. A change
 * draws and lays out only the last lines, and tells a screen reader of them alone: the cost stays flat as the text grows.
 */
export function GrowingText({ text, end }: GrowingTextProps) {
  const blocks = cutText(text, '\n')
  return blocks.map((block, index) => (
    <Block key={index} text={block} end={index === blocks.length - 1 ? end : undefined} />
  ))
}

/** A `span`, because it may be inside a `pre`. */
const Block = memo(function Block({ text, end }: GrowingTextProps) {
  return (
    <span data-slot="text-block">
      {cutText(text, ' ').map((words, index) => (
        <Words key={index} text={words} />
      ))}
      {end}
    </span>
  )
})

/**
 * Cuts after line ends or blanks: a line end at the end of a box takes no place, and is copied. As text grows, all pieces but the
 * last stay the same.
 */
function cutText(text: string, after: '\n' | ' '): string[] {
  const pieces: string[] = []
  let from = 0
  for (
    let end = text.indexOf(after, DRAWN_AT_ONCE);
    end >= 0;
    end = text.indexOf(after, from + DRAWN_AT_ONCE)
  ) {
    pieces.push(text.slice(from, end + 1))
    from = end + 1
  }
  pieces.push(text.slice(from))
  return pieces
}
