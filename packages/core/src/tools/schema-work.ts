/** Parts of a schema that may be held against parts of the arguments, besides four for each character of these. */
const SPARE_WORK = 50_000
/** Parts that may follow each other without going further into the arguments. */
const MAX_CHAIN = 100

/**
 * Makes sure that `value` can be checked against `schema` in a short time. A few lines of references that double each
 * other, or that lead in a circle, would keep any checker busy for ever.
 *
 * @throws Error that says so.
 */
export function assertSchemaWork(schema: object, value: unknown): void {
  const root = schema as Fields
  let left = SPARE_WORK + 4 * JSON.stringify(value).length

  const visit = (part: unknown, held: unknown, chain: number): void => {
    if (left-- <= 0) throw new Error('its parts multiply each other, and checking would not end')
    if (typeof part !== 'object' || part === null) return
    if (chain > MAX_CHAIN) throw new Error('its references lead in a circle, or too far')
    const { $ref, allOf, anyOf, oneOf, propertyNames, contains } = part as Fields
    if (typeof $ref === 'string') visit(target(root, $ref), held, chain + 1)
    for (const branches of [allOf, anyOf, oneOf])
      if (Array.isArray(branches)) for (const branch of branches) visit(branch, held, chain + 1)
    if (typeof held !== 'object' || held === null) return
    if (Array.isArray(held))
      held.forEach((item, at) => {
        visit(contains, item, 0)
        visit(itemSchema(part as Fields, at), item, 0)
      })
    else
      for (const [key, inner] of Object.entries(held)) {
        visit(propertyNames, key, 0)
        for (const one of propertySchemas(part as Fields, key)) visit(one, inner, 0)
      }
  }
  visit(root, value, 0)
}

type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

/** As zod finds it. */
function target(root: Fields, ref: string): unknown {
  const [, name] = ref.slice(1).split('/').filter(Boolean)
  const definitions = root['$defs'] ?? root['definitions']
  if (name === undefined) return root
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
  return isFields(definitions) && Object.hasOwn(definitions, key) ? definitions[key] : undefined
}

function itemSchema({ prefixItems, items, additionalItems }: Fields, at: number): unknown {
  const places = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : []
  return at < places.length ? places[at] : Array.isArray(items) ? additionalItems : items
}

function propertySchemas(
  { properties, patternProperties, additionalProperties }: Fields,
  key: string,
): unknown[] {
  const own = isFields(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties
  return isFields(patternProperties) ? [own, ...Object.values(patternProperties)] : [own]
}
