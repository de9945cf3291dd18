import { parse, walk, type CssNode } from 'css-tree'
import { compat, featuresBelow, type Feature, type Found, type Use } from './compat.js'

const { properties, selectors, types, 'at-rules': atRules } = compat['css'] as Record<string, Feature>

/** Units that the data has in groups. */
const UNIT_GROUPS: [pattern: RegExp, group: string][] = [
  [/^dv(?:w|h|i|b|min|max)$/, 'viewport_percentage_units_dynamic'],
  [/^sv(?:w|h|i|b|min|max)$/, 'viewport_percentage_units_small'],
  [/^lv(?:w|h|i|b|min|max)$/, 'viewport_percentage_units_large'],
  [/^cq(?:w|h|i|b|min|max)$/, 'container_query_length_units'],
]

const functions = new Map<string, Found>()
for (const [group, below] of Object.entries(types!))
  // The types that `attr()` may name are not functions of that name.
  for (const { path, key, feature } of group === 'attr'
    ? []
    : featuresBelow(below as Feature, `css.types.${group}`))
    if (feature.__compat && !functions.has(key)) functions.set(key, { path, feature })
for (const [key, feature] of Object.entries(types!))
  if (key !== '__compat') functions.set(key, { path: `css.types.${key}`, feature: feature as Feature })

const plain = (name: string): string => name.toLowerCase()
const isPrefixed = (name: string): boolean => /^-(?:webkit|moz|ms|o)-/.test(name)

/**
 * The features that a sheet uses: properties, their keywords, functions, units, at-rules, media features and pseudo-classes. Names
 * with a vendor's prefix are there for old browsers only, and are left out.
 */
export function* cssFeatures(text: string, where: string): Generator<Use> {
  const uses: Use[] = []
  const add = (path: string, feature: Feature | undefined): void => {
    if (feature) uses.push({ anyOf: [{ path, feature }], where })
  }
  const ofValue = (property: string, value: CssNode): void =>
    walk(value, (node) => {
      if (node.type === 'Identifier') {
        const name = plain(node.name)
        add(`css.properties.${property}.${name}`, properties?.[property]?.[name])
      }
      if (node.type === 'Function' && !isPrefixed(node.name)) {
        const name = plain(node.name)
        const own = properties?.[property]?.[name]
        const type = functions.get(name)
        if (own) add(`css.properties.${property}.${name}`, own)
        else if (type) add(type.path, type.feature)
      }
      if (node.type === 'Dimension') {
        const unit = plain(node.unit)
        const key = UNIT_GROUPS.find(([pattern]) => pattern.test(unit))?.[1] ?? unit
        add(`css.types.length.${key}`, types?.['length']?.[key])
      }
    })
  let rules = 0
  walk(parse(text, { parseCustomProperty: true }), {
    enter(node: CssNode) {
      // Asking whether a browser has something is not a use of it.
      if (node.type === 'SupportsDeclaration') return walk.skip
      if (node.type === 'Declaration') {
        const property = plain(node.property)
        if (isPrefixed(property)) return undefined
        if (!property.startsWith('--')) add(`css.properties.${property}`, properties?.[property])
        ofValue(property, node.value)
      }
      if (node.type === 'Rule' && ++rules > 1) add('css.selectors.nesting', selectors?.['nesting'])
      if (node.type === 'Atrule') {
        const name = plain(node.name)
        if (!isPrefixed(name)) add(`css.at-rules.${name}`, atRules?.[name])
      }
      if (node.type === 'Feature') {
        const name = plain(node.name).replace(/^(?:min|max)-/, '')
        add(`css.at-rules.media.${name}`, atRules?.['media']?.[name])
      }
      if (
        (node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector') &&
        !isPrefixed(node.name)
      ) {
        const name = plain(node.name)
        add(`css.selectors.${name}`, selectors?.[name])
      }
      return undefined
    },
    leave(node: CssNode) {
      if (node.type === 'Rule') rules--
    },
  })
  yield* uses
}
