import { writeArtifact } from '@antiphon/artifacts'
import * as z from 'zod'
import { useMemo } from 'react'
import { createStoredValue, useStoredValue } from '../stored-value.js'

/** Names of tools that the model may not call, in all conversations. */
const offTools = createStoredValue('tools-off', z.array(z.string()), [])

/** Names of tools that a real model has only where somebody switched them on. */
const onTools = createStoredValue('tools-on', z.array(z.string()), [])

/** Long descriptions, which every request would carry. The scripted endpoint has them by itself. */
const onRequest: readonly string[] = [writeArtifact.name]

/** Which tools the model may call, and the way to change it. */
export function useToolSwitches(isScripted: boolean) {
  const off = useStoredValue(offTools)
  const on = useStoredValue(onTools)
  return useMemo(() => {
    const change = (list: readonly string[], names: readonly string[], add: boolean): string[] => {
      const others = list.filter((name) => !names.includes(name))
      return add ? [...others, ...names] : others
    }
    return {
      isOn: (name: string): boolean =>
        !isScripted && onRequest.includes(name) ? on.includes(name) : !off.includes(name),
      set(names: readonly string[], isOn: boolean): void {
        offTools.set(change(off, names, !isOn))
        onTools.set(
          change(
            on,
            names.filter((name) => onRequest.includes(name)),
            isOn,
          ),
        )
      },
    }
  }, [isScripted, off, on])
}
