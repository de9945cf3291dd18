'use client'

import {
  createContext,
  memo,
  useContext,
  useCallback,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import type { PlainTurn } from './turn-facts.js'
import type { TurnChunk, TurnPage } from './turn-groups.js'
import { ALWAYS_DRAWN, chunkKey, pageKey, type TurnFacts, type TurnWindow } from './turn-window.js'
import type { ListWatch } from './watch-turns.js'
import { useLayout } from '../../../lib/use-layout.js'

interface PlainTurnViewProps {
  turn: PlainTurn
  text: string
  name: string
  height: number
  id?: string
}

/** The same as `plainTurn` of far-text.ts, beside turns that are drawn. */
function PlainTurnView({ turn, text, name, height, id }: PlainTurnViewProps) {
  return (
    <article
      id={id}
      data-slot="turn"
      data-role={turn.role}
      data-turn-id={turn.key}
      data-plain=""
      aria-label={name}
      dir="auto"
      style={{ height }}
    >
      {text}
    </article>
  )
}

export interface TurnListParts {
  list: TurnWindow<PlainTurn>
  facts: TurnFacts<PlainTurn>
  /** Undefined until its code is loaded. */
  watch: ListWatch<PlainTurn> | undefined
  /** Every turn is drawn. */
  isWhole: boolean
  /** Chunks whose every turn is drawn, for paper. */
  onPaper: ReadonlySet<number>
  idPrefix?: string
}

export type RenderTurn = (turn: PlainTurn, place: { isLast: boolean; settled: boolean }) => ReactNode

export const TurnListContext = createContext<TurnListParts | undefined>(undefined)
/** Separate, so that only rendered turns follow it. */
export const RenderTurnContext = createContext<RenderTurn>(() => null)

function useParts(key: string): TurnListParts {
  const parts = useContext(TurnListContext)!
  const { list } = parts
  const subscribe = useCallback((listener: () => void) => list.subscribe(key, listener), [list, key])
  const read = useCallback(() => list.versionOf(key), [list, key])
  useSyncExternalStore(subscribe, read, read)
  return parts
}

/** A box of the right height that holds nothing, text or turns. Its height does not depend on which. */
export const PageView = memo(function PageView({ page }: { page: TurnPage<PlainTurn> }) {
  const { list, isWhole, onPaper } = useParts(pageKey(page.key))
  const open = isWhole || page.chunks.some(({ key }) => onPaper.has(key)) || list.isOpen(page)
  const height = (): number => page.chunks.reduce((sum, { turns }) => sum + list.heights.sum(turns), 0)
  return (
    <div
      data-slot="turn-page"
      data-page={page.key}
      data-boxed={open ? undefined : ''}
      style={open ? undefined : { height: height() }}
    >
      {(open || list.isFilled(page)) &&
        page.chunks.map((chunk) => <ChunkView key={chunk.key} chunk={chunk} />)}
    </div>
  )
})

const ChunkView = memo(function ChunkView({ chunk }: { chunk: TurnChunk<PlainTurn> }) {
  const parts = useParts(chunkKey(chunk.key))
  const { list, facts, idPrefix, watch } = parts
  const isWhole = parts.isWhole || parts.onPaper.has(chunk.key)
  const open = isWhole || list.isOpenChunk(chunk)
  const ref = useRef<HTMLDivElement>(null)
  // React has put its rows into the element by now.
  useLayout(() => {
    if (ref.current) watch?.show(ref.current, chunk, parts, open)
  })
  return (
    <div
      ref={ref}
      data-slot="turn-chunk"
      data-chunk={chunk.key}
      data-boxed={open ? undefined : ''}
      style={open ? undefined : { height: list.heights.sum(chunk.turns) }}
    >
      {open &&
        chunk.turns.map((turn, at) =>
          isWhole || list.isDrawn(chunk, at) ? (
            <DrawnTurn
              key={turn.key}
              turn={turn}
              isLast={chunk.last && at === chunk.turns.length - 1}
              settled={isWhole && !(chunk.last && at >= chunk.turns.length - ALWAYS_DRAWN)}
            />
          ) : (
            <PlainTurnView
              key={turn.key}
              turn={turn}
              text={facts.textOf(turn)}
              name={facts.nameOf(turn)}
              height={list.heights.of(turn)}
              id={idPrefix === undefined ? undefined : idPrefix + turn.key}
            />
          ),
        )}
    </div>
  )
})

interface DrawnTurnProps {
  turn: PlainTurn
  isLast: boolean
  settled: boolean
}

const DrawnTurn = memo(function DrawnTurn({ turn, ...place }: DrawnTurnProps) {
  return useContext(RenderTurnContext)(turn, place)
})
