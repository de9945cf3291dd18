import { JSONPathEnvironment, type JSONValue } from 'json-p3'

export interface JsonMatches {
  /** How many values fit; `values` may hold fewer. */
  matches: number
  values: unknown[]
  /** Says that not all values are here. */
  note?: string
}

const MOST_MATCHES = 100_000
const MOST_VALUES = 200
const MOST_CHARACTERS = 60_000

/** Deep enough for any data of people; a file nested deeper is one that was made to break readers. */
const environment = new JSONPathEnvironment({ maxRecursionDepth: 500 })

/**
 * Runs a JSONPath query (RFC 9535) over a JSON text, or over a text with a JSON value on each line. Call it in a worker: a
 * regular expression in the query may never end.
 *
 * @throws Error with what is wrong with the text or the query, in words that a model can act on.
 */
export function queryJson(text: string, query: string): JsonMatches {
  const data = readJson(text)
  const values: unknown[] = []
  let matches = 0
  let length = 0
  try {
    for (const { value } of environment.lazyQuery(query, data)) {
      if (++matches > MOST_MATCHES) break
      if (values.length >= MOST_VALUES || length > MOST_CHARACTERS) continue
      length += JSON.stringify(value).length
      if (length <= MOST_CHARACTERS) values.push(value)
    }
  } catch (error) {
    throw new Error(
      `The query cannot be answered: ${(error as Error).message}. It must be JSONPath (RFC 9535), such as $.items[?@.price < 10].name.`,
      { cause: error },
    )
  }
  if (values.length === matches) return { matches, values }
  const most = matches > MOST_MATCHES ? `More than ${MOST_MATCHES}` : String(matches)
  return {
    matches: Math.min(matches, MOST_MATCHES),
    values,
    note: `${most} values fit; these are the first ${values.length} that are short enough. Ask for less with a narrower query.`,
  }
}

function readJson(text: string): JSONValue {
  const clean = text.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(clean) as JSONValue
  } catch (error) {
    const lines = clean.split('\n').filter((line) => line.trim() !== '')
    try {
      if (lines.length > 1) return lines.map((line) => JSON.parse(line) as JSONValue)
    } catch {
      // Neither: the message about the whole text is the one that helps.
    }
    throw new Error(`The file is not JSON: ${(error as Error).message}`, { cause: error })
  }
}
