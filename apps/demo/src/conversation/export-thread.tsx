import { createShareLinks } from '@antiphon/server-client'
import { useThreadSessions } from '@antiphon/threads/react'
import { useMemo } from 'react'
import { ExportDialog, type ExportDialogProps } from 'workbench/export'
import { serverUrl } from '../threads/keeping.js'

const shares = createShareLinks({ baseUrl: serverUrl })

/** Takes a conversation away. Where the server keeps it, it also gives links to it. */
export function ExportThread({ threadId, ...rest }: ExportDialogProps & { threadId: string }) {
  const { place } = useThreadSessions().storage
  const links = useMemo(
    () =>
      place === 'server'
        ? {
            create: (page: string, seconds: number) => shares.create(threadId, page, seconds),
            list: () => shares.list(threadId),
            remove: (id: string) => shares.remove(threadId, id),
          }
        : undefined,
    [place, threadId],
  )
  return <ExportDialog links={links} {...rest} />
}
