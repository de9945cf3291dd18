import { useEffect, useState } from 'react'
import { addons } from 'storybook/manager-api'
import type { FolderReference } from '../reference/read-reference.js'
import { GIVE, GIVEN } from '../scrub/events.js'
import type { RecordedStream } from '../scrub/streams.js'

export interface Given {
  reference: Record<string, FolderReference>
  streams: RecordedStream[]
}

/** What the page of the stories knows and the frame around it does not. Undefined until that page is there. */
export function useGiven(): Given | undefined {
  const [given, setGiven] = useState<Given>()
  useEffect(() => {
    const channel = addons.getChannel()
    channel.on(GIVEN, setGiven)
    channel.emit(GIVE)
    return () => channel.off(GIVEN, setGiven)
  }, [])
  return given
}
