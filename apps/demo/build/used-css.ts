import { transform, type Selector, type SelectorComponent } from 'lightningcss'

/** The classes, ids, attributes and elements that a page has. */
interface Names {
  classes: ReadonlySet<string>
  ids: ReadonlySet<string>
  attributes: ReadonlySet<string>
  elements: ReadonlySet<string>
}

function namesIn(html: string): Names {
  const classes = new Set<string>()
  const ids = new Set<string>()
  const attributes = new Set<string>()
  const elements = new Set<string>()
  for (const [, element = '', rest = ''] of html.matchAll(/<([a-z][\w-]*)((?:"[^"]*"|[^">])*)>/gi)) {
    elements.add(element.toLowerCase())
    for (const [, name = '', value = ''] of rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) {
      const text = value
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#x27;', "'")
        .replaceAll('&amp;', '&')
      attributes.add(name.toLowerCase()).add(`${name.toLowerCase()}=${text}`)
      if (name === 'class') for (const one of text.split(/\s+/)) classes.add(one)
      if (name === 'id') ids.add(text)
    }
  }
  return { classes, ids, attributes, elements }
}

/** The rules of a sheet that can match something on a page as it is written, in their order and layers. */
export function usedCss(css: string, html: string): string {
  const names = namesIn(html)
  const fits = (selector: Selector): boolean => selector.every(fitsPart)
  function fitsPart(part: SelectorComponent): boolean {
    if (part.type === 'class') return names.classes.has(part.name)
    if (part.type === 'id') return names.ids.has(part.name)
    if (part.type === 'type') return names.elements.has(part.name.toLowerCase())
    if (part.type === 'attribute') {
      const { name, operation } = part
      return names.attributes.has(operation?.operator === 'equal' ? `${name}=${operation.value}` : name)
    }
    if (part.type === 'pseudo-class') {
      if (part.kind === 'is' || part.kind === 'where' || part.kind === 'has') return part.selectors.some(fits)
      // Neither a pointer nor the keyboard has been at the page, and the rest comes with the whole sheet.
      return !['hover', 'active', 'popover-open', 'modal'].includes(part.kind)
    }
    return (
      part.type !== 'pseudo-element' ||
      !['selection', 'backdrop', 'marker', 'file-selector-button'].includes(part.kind)
    )
  }
  const run = (code: string, unusedSymbols: string[]): string =>
    transform({
      filename: 'first.css',
      code: Buffer.from(code),
      minify: true,
      exclude: 4,
      unusedSymbols,
      visitor: {
        Rule: {
          style: (rule) => (rule.value.selectors.some(fits) ? undefined : []),
          media: ({ value }) =>
            value.query.mediaQueries.every(({ mediaType }) => mediaType === 'print') ? [] : undefined,
          'font-face': (rule) => (/italic|mono/i.test(JSON.stringify(rule)) ? [] : undefined),
        },
      },
    }).code.toString()
  let sheet = run(css, [])
  // The rest names fewer variables and animations, and without those even fewer.
  for (let unused = unusedIn(sheet); unused.length > 0; unused = unusedIn(sheet)) {
    const next = run(sheet, unused)
    if (next.length === sheet.length) break
    sheet = next
  }
  return sheet
}

/** Variables that nothing reads, and animations that nothing plays. */
function unusedIn(css: string): string[] {
  const read = new Set([...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name))
  const variables = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name))
  const animations = [...css.matchAll(/@keyframes ([\w-]+)/g)].map(([, name = '']) => name)
  return [
    ...[...variables].filter((name) => !read.has(name)),
    ...animations.filter((name) => css.split(new RegExp(`(?<![\\w-])${name}(?![\\w-])`)).length < 3),
  ]
}
