/** What has a colour of its own: `--antiphon-code-…` of the same name. */
export type TokenKind = 'keyword' | 'function' | 'type' | 'number' | 'string' | 'comment' | 'meta' | 'deleted'

const kinds: Readonly<Record<string, TokenKind>> = {
  keyword: 'keyword',
  modifier: 'keyword',
  self: 'keyword',
  operatorKeyword: 'keyword',
  controlKeyword: 'keyword',
  def: 'function',
  macroName: 'function',
  builtin: 'function',
  type: 'type',
  typeName: 'type',
  tagName: 'type',
  tag: 'type',
  className: 'type',
  namespace: 'type',
  number: 'number',
  atom: 'number',
  bool: 'number',
  literal: 'number',
  unit: 'number',
  string: 'string',
  character: 'string',
  regexp: 'string',
  inserted: 'string',
  url: 'string',
  link: 'string',
  comment: 'comment',
  quote: 'comment',
  meta: 'meta',
  attribute: 'meta',
  attributeName: 'meta',
  annotation: 'meta',
  deleted: 'deleted',
  header: 'meta',
  heading: 'meta',
  property: 'meta',
  propertyName: 'meta',
  qualifier: 'type',
  error: 'meta',
  invalid: 'meta',
}

/** The kind of a token by the style its language gives it, such as `variableName.definition` or `string-2`. */
export function tokenKind(style: string | null | undefined): TokenKind | null {
  if (style === null || style === undefined) return null
  for (const word of style.split(' ')) {
    const [name = '', ...more] = word.split('.')
    const kind = kinds[name.replace(/-\d$/, '')]
    if (kind !== undefined) return kind
    if (name === 'variableName' && more.includes('definition')) return 'function'
    if (name === 'variableName' && more.includes('standard')) return 'function'
  }
  return null
}
