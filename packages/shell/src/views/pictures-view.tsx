'use client'

import { isRecord } from '@antiphon/base'
import { RevealedText, useWords, type ToolRendererProps } from '@antiphon/ui'
import { Tiles, useEntryWords } from '@antiphon/ui/parts'
import { englishConversation } from '../strings/english-conversation.js'

/** Places that are held free at most. */
const MOST = 8

/** Reads the arguments under the names that APIs of pictures have: what to draw, how many, and how wide beside how high. */
function readWish(input: unknown): { prompt: string; count: number; ratio: number } {
  const { prompt, n, count = n, size, aspect_ratio: ratio = size } = isRecord(input) ? input : {}
  const [, width, height] = (typeof ratio === 'string' && /^(\d+)\s*[x×:]\s*(\d+)$/i.exec(ratio)) || []
  const shape = Number(width) / Number(height)
  return {
    prompt: typeof prompt === 'string' ? prompt : '',
    count: Math.min(MOST, Math.max(1, Math.floor(Number(count)) || 1)),
    ratio: shape > 0.2 && shape < 5 ? shape : 1,
  }
}

/**
 * Pictures that a tool makes: places of their shape with the prompt while it works, then the pictures, which a press enlarges. How
 * far it is and why it failed is said by the row of the call.
 */
export function PicturesView({ call, input }: ToolRendererProps): React.ReactNode {
  const words = useEntryWords('conversation', englishConversation).pictures
  const { formats } = useWords()
  const { prompt, count, ratio } = readWish(input)
  const content = call.result?.content
  const images = Array.isArray(content) ? content.filter((part) => part?.type === 'image_url') : []
  // A tool that ended with words alone says them in its row.
  if (input === undefined || (call.result && images.length === 0)) return null
  const isMade = images.length > 0
  const shown = isMade ? images.length : count
  return (
    <figure
      data-slot="pictures"
      data-state={isMade ? 'done' : 'running'}
      aria-busy={!isMade}
      className="ap:m-0 ap:flex ap:max-w-[34rem] ap:flex-col ap:gap-2"
      style={{ '--picture-ratio': String(ratio) } as React.CSSProperties}
    >
      <div data-slot="picture-grid" className={`ap:grid ap:gap-2 ${shown > 1 ? 'ap:grid-cols-2' : ''}`}>
        {isMade ? (
          <Tiles
            images={images}
            isSent={false}
            nameOf={(at) => words.picture(prompt, formats.number(at + 1))}
          />
        ) : (
          Array.from({ length: count }, (_, at) => (
            <div key={at} data-slot="picture-place" aria-hidden="true" />
          ))
        )}
      </div>
      <figcaption className="ap:text-data ap:text-text-2" dir="auto">
        {!isMade && <span className="ap:sr-only">{words.making(count, formats.number(count))} </span>}
        <RevealedText text={prompt} />
      </figcaption>
    </figure>
  )
}
