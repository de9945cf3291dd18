import { writeArtifact } from '@antiphon/artifacts'
import type { ArtifactPlace } from '@antiphon/artifacts/react'
import type { ToolRenderers } from '@antiphon/ui'
import { lazy, useMemo } from 'react'
import { useMcp } from '../mcp/use-mcp.js'

const views = () => import('@antiphon/shell/views')
const entry = (load: () => Promise<ToolRenderers[string]>) => ({
  View: lazy(async () => {
    const found = await load()
    return { default: 'View' in found ? found.View : found }
  }),
  present: 'card' as const,
})

/** By the names of the tools in the stories of the scripted endpoint. */
const ofStories: ToolRenderers = {
  update_plan: entry(async () => (await views()).planView),
  make_pictures: entry(async () => (await views()).picturesView),
}

/** Views of tools: the apps of MCP servers, plans, pictures and the card of an artifact. Their code is loaded with the first one. */
export function useToolViews(onOpenArtifact: (place: ArtifactPlace) => void): ToolRenderers {
  const ofServers = useMcp().toolRenderers
  const ofArtifacts = useMemo(
    () => ({
      [writeArtifact.name]: entry(async () => {
        const { artifactRenderers } = await import('@antiphon/artifacts/react')
        return artifactRenderers({ onOpen: onOpenArtifact })[writeArtifact.name]!
      }),
    }),
    [onOpenArtifact],
  )
  return useMemo(() => ({ ...ofServers, ...ofStories, ...ofArtifacts }), [ofServers, ofArtifacts])
}
