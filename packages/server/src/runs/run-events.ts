import type { RunEvent } from '@antiphon/server-client'

export type { RunEvent }

const NAMED = '{"antiphon":"'

/** One line for the log. Its field `antiphon` comes first, so that the name of a line is read without parsing it. */
export const eventLine = ({ antiphon, ...rest }: RunEvent): string => JSON.stringify({ antiphon, ...rest })

/** The name of a line of the log; undefined for a piece of an answer. */
export const eventName = (line: string): string | undefined =>
  line.startsWith(NAMED) ? line.slice(NAMED.length, line.indexOf('"', NAMED.length)) : undefined
