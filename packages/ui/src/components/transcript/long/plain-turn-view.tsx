import type { PlainTurn } from './plain-turns.js'

export interface PlainTurnViewProps {
  turn: PlainTurn
  text: string
  name: string
  height: number
  id?: string
}

/** The same as `plainTurn`, beside turns that are drawn. */
export function PlainTurnView({ turn, text, name, height, id }: PlainTurnViewProps) {
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
