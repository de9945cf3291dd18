import type { Timeline } from '@antiphon/core/devtools'
import { IconButton } from '../components/button/icon-button.js'
import { useInspectorWords } from './use-inspector-words.js'
import type { ReplayControl } from './use-replay.js'

const SPEEDS = [0.25, 0.5, 1, 2, 4, 16]

export interface ReplayBarProps {
  timeline: Timeline
  control: ReplayControl
  /** The person took over, whatever it was. */
  onTouch: () => void
}

/** Play, step, speed, and a slider that stops at every byte. */
export function ReplayBar({ timeline, control, onTouch }: ReplayBarProps) {
  const { inspector, formats } = useInspectorWords()
  const { replay, state } = control
  const { byte, isPlaying, speed } = state
  const row = formats.number(timeline.rowBefore(byte) + 1)
  const rows = formats.number(timeline.rows.length)
  const isEmpty = timeline.length === 0
  const does = (action: () => void) => () => {
    onTouch()
    action()
  }
  return (
    <div data-slot="wire-replay" role="group" aria-label={inspector.replay}>
      <IconButton
        icon="step-back"
        label={inspector.stepBack}
        aria-disabled={isEmpty || byte === 0}
        onClick={does(() => replay.step(-1))}
      />
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? inspector.pause : inspector.play}
        aria-disabled={isEmpty}
        onClick={does(isPlaying ? replay.pause : replay.play)}
      />
      <IconButton
        icon="step-forward"
        label={inspector.stepForward}
        aria-disabled={isEmpty || byte >= timeline.length}
        onClick={does(() => replay.step(1))}
      />
      <input
        type="range"
        data-slot="wire-slider"
        aria-label={inspector.position}
        aria-valuetext={inspector.positionValue(
          formats.number(byte),
          formats.number(timeline.length),
          row,
          rows,
        )}
        min={0}
        max={Math.max(1, timeline.length)}
        step={1}
        value={byte}
        disabled={isEmpty}
        onChange={(event) => {
          onTouch()
          replay.seek(event.currentTarget.valueAsNumber)
        }}
      />
      <span data-slot="wire-position">{inspector.positionShort(row, rows)}</span>
      <select
        data-slot="wire-select"
        aria-label={inspector.speed}
        value={speed}
        onChange={(event) => replay.setSpeed(Number(event.currentTarget.value))}
      >
        {SPEEDS.map((value) => (
          <option key={value} value={value}>
            {inspector.speedValue(new Intl.NumberFormat(formats.locale).format(value))}
          </option>
        ))}
      </select>
    </div>
  )
}
