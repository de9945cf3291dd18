import { writeArtifact } from '@antiphon/artifacts'
import type { ArtifactPlace } from '@antiphon/artifacts/react'
import type { ToolRenderers } from '@antiphon/ui'
import { lazy, useMemo } from 'react'
import { useMcp } from '../mcp/use-mcp.js'

/** Views of tools: the apps of MCP servers, and the card of an artifact, whose code is loaded with the first one. */
export function useToolViews(onOpenArtifact: (place: ArtifactPlace) => void): ToolRenderers {
  const ofServers = useMcp().toolRenderers
  const ofArtifacts = useMemo(() => {
    const View = lazy(async () => {
      const { artifactRenderers } = await import('@antiphon/artifacts/react')
      const entry = artifactRenderers({ onOpen: onOpenArtifact })[writeArtifact.name]!
      return { default: 'View' in entry ? entry.View : entry }
    })
    return { [writeArtifact.name]: { View, present: 'card' as const } }
  }, [onOpenArtifact])
  return useMemo(() => ({ ...ofServers, ...ofArtifacts }), [ofServers, ofArtifacts])
}
