import { writeArtifact } from '@antiphon/artifacts'
import { defineTool, type Tool } from '@antiphon/core'
import * as z from 'zod'
import { convertUnits } from './convert-units.js'
import { createQueryJson } from './files/query-json-tool.js'
import { lookUp } from './look-up.js'
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

/** Tools of this app. They all run in the page; code that the model writes runs in a sandbox after a person allowed it. */
export const demoTools: readonly Tool[] = [
  createGetTime(),
  lookUp,
  convertUnits,
  runJavascript,
  createQueryJson(),
  writeArtifact,
]
