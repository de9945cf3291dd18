import { defineTool, type Tool } from '@antiphon/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod'
import { useMcpTools } from '../mcp/mcp-state.js'
import { useStoredValue } from '../stored-value.js'
import { calculate } from './calculate.js'
import { convertUnits } from './convert-units.js'
import { createFetchPage, allowedPagesQuery } from './fetch-page.js'
import { createQueryJson } from './files/query-json-tool.js'
import { createIncidentTools } from './incident-tools.js'
import { lookUp } from './look-up.js'
import { offTools } from './off-tools.js'
import { runJavascript } from './run-javascript.js'

/** Tells the time of a place from its IANA zone. `now` in epoch ms. */
export function createGetTime(now: () => number = Date.now) {
  return defineTool({
    name: 'get_time',
    description: 'The current date and time in a time zone.',
    parameters: z.object({
      timezone: z.string().describe('IANA name, such as Europe/Oslo or Asia/Tokyo'),
    }),
    execute: ({ timezone }) => readClock(timezone, now()),
  })
}

function readClock(timeZone: string, at: number) {
  let day: Intl.DateTimeFormat
  try {
    day = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full' })
  } catch {
    throw new Error(
      `Unknown time zone "${timeZone}". Use an IANA name such as Europe/Oslo, America/Lima or UTC.`,
    )
  }
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' })
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
  const offset = zone.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  return {
    time: clock.format(at),
    date: day.format(at),
    utc_offset: offset === 'GMT' ? '+00:00' : offset.replace('GMT', ''),
  }
}

/** What the model may call in this app. All run in the page; code of the model in a sandbox, when a person allows it. */
export const demoTools: readonly Tool[] = [
  createGetTime(),
  lookUp,
  convertUnits,
  calculate,
  runJavascript,
  createQueryJson(),
]

const incidentTools = createIncidentTools()

/**
 * All there is to call: the tools of the page, those that the server of the page makes possible, for the scripted endpoint
 * those of the tour, and those of the connected MCP servers.
 */
export function useAllTools(isScripted: boolean): readonly Tool[] {
  const { data: pages } = useQuery(allowedPagesQuery())
  const ofServers = useMcpTools()
  return useMemo(
    () => [
      ...demoTools,
      ...(pages && pages.length > 0 ? [createFetchPage(pages)] : []),
      ...(isScripted ? incidentTools : []),
      ...ofServers,
    ],
    [isScripted, ofServers, pages],
  )
}

/** What the model may call: all but those that the person switched off. */
export function useDemoTools(isScripted: boolean): readonly Tool[] {
  const all = useAllTools(isScripted)
  const off = useStoredValue(offTools)
  return useMemo(() => all.filter(({ name }) => !off.includes(name)), [all, off])
}
