import type { Tool } from '@antiphon/core'
import { useMemo } from 'react'
import { useMcpTools } from '../mcp/use-mcp.js'
import { useStoredValue } from '../stored-value.js'
import { demoTools } from './demo-tools.js'
import { createIncidentTools } from './incident-tools.js'
import { offTools } from './off-tools.js'

const incidentTools = createIncidentTools()

/** All tools: those of the page, those of the tour with the scripted endpoint, and those of the connected MCP servers. */
export function useAllTools(isScripted: boolean): readonly Tool[] {
  const ofServers = useMcpTools()
  return useMemo(
    () => [...demoTools, ...(isScripted ? incidentTools : []), ...ofServers],
    [isScripted, ofServers],
  )
}

/** Tools that the model may call: all but those that the person switched off. */
export function useDemoTools(isScripted: boolean): readonly Tool[] {
  const all = useAllTools(isScripted)
  const off = useStoredValue(offTools)
  return useMemo(() => all.filter(({ name }) => !off.includes(name)), [all, off])
}
