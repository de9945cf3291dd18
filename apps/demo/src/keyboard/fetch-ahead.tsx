import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactElement,
} from 'react'

/** A component in a chunk of its own that is opened by a key and can be fetched before. */
export interface FetchedAhead<Props> {
  (props: Props): ReactElement
  /** Fetches it. When that fails, it is fetched again when it is shown. */
  fetch(): void
}

interface Closable {
  onClose: () => void
}

/**
 * Like `lazy`, but for a component that a person types into right after opening it. It is shown at once when it has been fetched
 * already. Until then an unseen field takes the keys, and the component gets the typed text as `initialText`.
 */
export function fetchedAhead<Props extends Closable>(
  label: string,
  load: () => Promise<ComponentType<Props & { initialText?: string }>>,
): FetchedAhead<Props> {
  let fetched: ComponentType<Props & { initialText?: string }> | undefined
  const get = async () => ({ default: (fetched = await load()) })
  const Awaited = lazy(get)
  function View(props: Props) {
    const [Shown] = useState(() => fetched ?? Awaited)
    const [text, setText] = useState('')
    return (
      <Suspense fallback={<WaitingField label={label} onText={setText} onClose={props.onClose} />}>
        <Shown {...props} initialText={text} />
      </Suspense>
    )
  }
  View.fetch = (): void => void get().catch(() => {})
  return View
}

interface WaitingFieldProps extends Closable {
  label: string
  onText: (text: string) => void
}

/** Has the focus while it is there, and gives it back before the component takes it. */
function WaitingField({ label, onText, onClose }: WaitingFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const element = field.current
    const before = document.activeElement
    element?.focus()
    return () => {
      if (document.activeElement === element && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <input
      ref={field}
      type="text"
      className="sr-only"
      aria-label={label}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={({ key, nativeEvent }: KeyboardEvent) => {
        if (key === 'Escape' && !nativeEvent.isComposing) onClose()
      }}
    />
  )
}

/** Fetches it once the page has nothing else to do. */
export function useFetchAhead({ fetch }: Pick<FetchedAhead<never>, 'fetch'>): void {
  useEffect(() => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(fetch, 1_000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(fetch, { timeout: 5_000 })
    return () => cancelIdleCallback(handle)
  }, [fetch])
}
