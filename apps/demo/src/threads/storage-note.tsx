import { useThreads, useThreadSessions } from '@antiphon/threads/react'
import { useCallback, useEffect, useState } from 'react'
import * as z from 'zod'
import { createStoredValue } from '../stored-value.js'
import { words } from '../words/words.js'

/** Firefox asks the person, over the page; the other browsers decide by themselves. */
const asksThePerson = (): boolean => CSS.supports('-moz-appearance', 'none')

/** The list of conversations says it once. After that it is only in the settings. */
const told = createStoredValue('storage-told', z.boolean(), false)

/**
 * Says whether the browser keeps the conversations, once there are some in it. The browser is asked to; where it would show a prompt
 * for that, only the button asks. `once`: nothing when it was said before, and nothing where they are kept.
 */
export function StorageNote({ once = false }: { once?: boolean }) {
  const { storage } = useThreadSessions()
  const { threads } = useThreads()
  const [wasTold] = useState(told.get)
  const [isKept, setKept] = useState<boolean>()
  const [hasAsked, setAsked] = useState(false)
  const look = useCallback((ask: boolean): void => {
    const { storage: own } = navigator as { storage?: StorageManager }
    const kept = async () => (await own?.persisted()) || (ask && (await own?.persist()))
    kept().then(
      (is) => setKept(is === true),
      () => {},
    )
  }, [])
  const isHere = threads.length > 0 && storage.place !== 'server' && !storage.getProblem?.()
  useEffect(() => {
    if (isHere) look(!asksThePerson())
  }, [isHere, look])
  const isSaid = isHere && isKept !== undefined && !(once && (wasTold || (isKept && !hasAsked)))
  useEffect(() => {
    if (isSaid && once) told.set(true)
  }, [isSaid, once])
  if (!isSaid) return null
  return (
    <p className={once ? 'flex-none px-[18px] pb-2.5 text-[12px] leading-4 text-text-3' : 'text-row'}>
      {isKept ? words.shell.kept : words.shell.mayGo}{' '}
      {!isKept && asksThePerson() && (
        <button
          type="button"
          className="underline underline-offset-2 hover:text-text pointer-coarse:min-h-11"
          onClick={() => {
            setAsked(true)
            look(true)
          }}
        >
          {words.shell.askToKeep}
        </button>
      )}
    </p>
  )
}
