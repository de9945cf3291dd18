import { Icon } from '../../icons/icon.js'
import { useWords } from '../../strings/strings.js'
import { useGuard } from './use-guard.js'

export interface SendButtonProps {
  busy: boolean
  empty: boolean
  onStop?: () => void
}

/** Send and Stop are one button: same place, same tab stop, so focus stays where it is when one becomes the other. */
export function SendButton({ busy, empty, onStop }: SendButtonProps) {
  const { strings } = useWords()
  const guarded = useGuard(busy ? 'stop' : 'send')
  const label = busy ? strings.composer.stop : strings.composer.send
  return (
    <button
      type="submit"
      data-slot={busy ? 'stop' : 'send'}
      data-print="hide"
      aria-label={label}
      title={label}
      aria-disabled={!busy && empty ? true : undefined}
      className="ap:grid ap:size-8 ap:flex-none ap:place-items-center ap:rounded-block ap:border ap:border-transparent ap:bg-accent ap:text-on-accent ap:transition-colors ap:duration-fast ap:not-aria-disabled:hover:bg-accent-hover ap:aria-disabled:bg-sunken ap:aria-disabled:text-text-3 ap:pointer-coarse:size-11"
      // A press on Stop leaves the focus where it is, which is mostly the box.
      onMouseDown={(event) => busy && event.preventDefault()}
      onClick={(event) => {
        if (guarded()) {
          event.preventDefault()
        } else if (busy) {
          event.preventDefault()
          onStop?.()
        }
      }}
    >
      <Icon name={busy ? 'stop' : 'send'} />
    </button>
  )
}
