import { findLocalEndpoints, type LocalEndpoint } from '@antiphon/core/connection'
import { Button } from '@antiphon/ui'
import { useState } from 'react'

export interface LocalServersProps {
  onChoose: (baseUrl: string) => void
}

/** Looks, when asked, who answers at the usual ports of this machine. */
export function LocalServers({ onChoose }: LocalServersProps) {
  const [found, setFound] = useState<readonly LocalEndpoint[] | 'looking'>()
  const look = async (): Promise<void> => {
    setFound('looking')
    setFound(await findLocalEndpoints({ pageOrigin: location.origin }))
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button onClick={() => void look()}>Find servers on this machine</Button>
        <output className="text-row text-text-2">
          {found === 'looking' && 'Asking the usual ports…'}
          {Array.isArray(found) && found.length === 0 && 'None answers at the usual ports.'}
        </output>
      </div>
      {Array.isArray(found) && found.length > 0 && (
        <ul aria-label="Servers on this machine" className="m-0 flex list-none flex-col gap-1.5 p-0 text-row">
          {(found as readonly LocalEndpoint[]).map((one) => (
            <li key={one.baseUrl} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 flex-1">
                {one.name} <code className="text-data text-text-2">{new URL(one.baseUrl).host}</code>
                <span className="block text-data text-text-2">
                  {one.models ? `${one.models.length} models` : one.fix}
                </span>
              </span>
              <Button aria-label={`Use ${one.name}`} onClick={() => onChoose(one.baseUrl)}>
                Use it
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
