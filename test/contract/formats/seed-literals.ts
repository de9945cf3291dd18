/** An example written as a JavaScript literal, as JSON: keys in quotes, no comments, no trailing commas, no `as const`. */
export function fromLiteral(text: string): unknown {
  const json = text
    .replace(/\s\/\/.*$/gm, '')
    .replace(/\sas const/g, '')
    // A text in single quotes on a line of its own; one of the examples has lost its closing one.
    .replace(/^(\s*)'(.*?)'?(,?)$/gm, (_, indent: string, body: string, comma: string) => {
      return indent + JSON.stringify(body.replaceAll("\\'", "'")) + comma
    })
    .replace(/'([^'\n]*)'/g, '"$1"')
    .replace(/([{,]\s*)(\w+):/g, '$1"$2":')
    .replace(/,(\s*[}\]])/g, '$1')
  return JSON.parse(json)
}

const ITEM = /Item\s*\{\s*kind:\s*(\w+)\s*,\s*parts:\s*\[([^]*?)\]\s*,?\s*\}/g
const PART = /Text\("([^"]*)"\)|Tool(Call|Result)\s*\{((?:"[^"]*"|\{[^}]*\}|[^"{}])*)\}/g

/**
 * Items as the chapter draws them, in their serde form. Gaps of a drawing (`...`) are filled in with the least that
 * makes a value of the type: the next id, no input.
 */
export function fromDrawing(text: string): unknown[] {
  const lines = text.replaceAll(/[├└│─▼]/g, ' ')
  let calls = 0
  let results = 0
  return [...lines.matchAll(ITEM)].map(([, kind, body]) => {
    const parts = [...body!.matchAll(PART)].map(([, said, what, inner]): object => {
      if (said !== undefined) return { Text: { text: said, metadata: {} } }
      const fields = new Map(
        [...inner!.matchAll(/(\w+):\s*("[^"]*"|\{[^}]*\}|\w+)/g)].map(([, key, value]) => [key, value!]),
      )
      const read = (key: string): unknown => {
        const value = fields.get(key)
        return value === undefined || (value.includes('{...}') && value.startsWith('{'))
          ? undefined
          : JSON.parse(value)
      }
      const metadata = {}
      if (what === 'Call') {
        const known = { id: read('id') ?? `call-${++calls}`, name: read('name'), input: read('input') ?? {} }
        return { ToolCall: { ...known, metadata } }
      }
      const output = { Text: read('output') }
      const known = {
        call_id: read('call_id') ?? `call-${++results}`,
        output,
        is_error: read('is_error') ?? false,
      }
      return { ToolResult: { ...known, metadata } }
    })
    return { id: null, kind, parts, metadata: {} }
  })
}
