import { readdirSync } from 'node:fs'
import { readReference, type ComponentReference, type FolderReference } from 'gallery/reference'
import { livePlace } from './live-place.js'
import { partKeys } from './part-keys.js'
import { partSlug, type Part } from './parts.js'
import { pathInRepository, readRepository, REPOSITORY } from './repository.js'
import { rewriteTarget, type AddressOf } from './rewrite-links.js'

const reference = readReference()

interface Found {
  component: ComponentReference
  folder: FolderReference
}

function find(name: string): Found {
  for (const folder of Object.values(reference)) {
    const component = folder.components.find((one) => one.name === name && one.from)
    if (component) return { component, folder }
  }
  throw new Error(`${name} has a page and is not exported.`)
}

/** The components that one can import and that say what their props are: each has a page. */
export const exportedComponents = (): string[] =>
  Object.values(reference).flatMap(({ components }) =>
    components.flatMap(({ name, from }) => (from ? [name] : [])),
  )

/** The page of a component: what its source, its stories and its example say, and what `parts.ts` adds. */
export function partPage(
  part: Part,
  addressOf: AddressOf,
): { description: string; body: string; source: string } {
  const { component, folder } = find(part.name)
  const about = component.about || `Draws the ${part.name} of a conversation.`
  const example = `apps/docs/src/examples/${partSlug(part.name)}.tsx`
  const size = part.size ?? 'medium'
  const code = readRepository(example)
  // A whole thing has a root and room of its own.
  const isWhole = /<(?:Chat|Transcript|WireInspector|AntiphonRoot|ThreadList)\b/.test(code)
  const body = [
    about,
    fence('ts', `import { ${part.name} } from '${component.from}'`),
    livePlace({ live: 'example', name: partSlug(part.name), size, frame: isWhole ? 'none' : 'part' }),
    '## Code',
    'The part above is this file.',
    fence('tsx', code),
    ...(part.stories ? states(part, size) : []),
    ...(part.stream ? scrubbed(part.stream) : []),
    '## Props',
    propTable(component),
    ...component.extends.map((type) => `It also takes all of \`${type}\`.`),
    '## Keyboard',
    keyboard(part),
    '## Theming',
    theming(folder, component, part),
    '## When not',
    part.whenNot,
    '## More',
    `[The guide](${rewriteTarget('docs/components.md', part.guide, addressOf)}) has this part in its place. [Its tests and sources](${REPOSITORY}/tree/main/${folderOf(part)}) are in the repository.`,
  ].join('\n\n')
  return { description: about.split(/(?<=\.)\s/)[0]!.replaceAll('`', ''), body, source: example }
}

const fence = (language: string, code: string): string => `\`\`\`${language}\n${code.trim()}\n\`\`\``

/** `StreamingShort` as "Streaming short". */
const words = (name: string): string =>
  name
    .replace(/(?<=\p{Ll})(?=[\p{Lu}\d])/gu, ' ')
    .replace(/(?<=.)\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())

function states({ stories, states }: Part, size: string): string[] {
  const names = [...readRepository(`packages/${stories}.stories.tsx`).matchAll(/^export const (\w+)/gm)]
    .map(([, name]) => name!)
    .filter((name) => !states || states.test(name))
  return [
    '## States',
    `The states of the gallery: ${names.map(words).join(' · ')}.`,
    livePlace({
      live: 'states',
      name: stories!,
      states: names.join(' '),
      size: size === 'small' ? 'medium' : size,
    }),
  ]
}

const scrubbed = (stream: string): string[] => [
  '## From the wire',
  `The scripted endpoint answers as the model \`${stream}\`. Move the slider to any byte: the transcript is what a chat shows once that much has arrived.`,
  livePlace({ live: 'scrub', name: stream, size: 'large' }),
]

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

function propTable({ props }: ComponentReference): string {
  if (props.length === 0) return 'It has none of its own.'
  const rows = props.map(
    ({ name, optional, type, about }) =>
      `| \`${name}${optional ? '?' : ''}\` | \`${type.replaceAll('|', '\\|')}\` | ${cell(about)} |`,
  )
  return ['| prop | type | |', '|---|---|---|', ...rows].join('\n')
}

function keyboard({ name }: Part): string {
  const rows = (partKeys[name] ?? []).map(([keys, does]) => `| ${keys} | ${does} |`)
  const browsers = 'Its buttons and links have the keys of the browser, and a visible ring.'
  return rows.length > 0 ? `${['| keys | |', '|---|---|', ...rows].join('\n')}\n\n${browsers}` : browsers
}

function theming(folder: FolderReference, component: ComponentReference, part: Part): string {
  const tokens = tokensOf(folderOf(part))
  const attributes = Object.entries(folder.attributes).map(
    ([name, values]) =>
      `\`${name}\`${values.some((value) => value !== '…') ? ` (${values.join(', ')})` : ''}`,
  )
  const list = (title: string, items: readonly string[]): string[] =>
    items.length > 0 ? [`- ${title}: ${items.join(' ')}`] : []
  return [
    `Style \`${component.name}\` by these, and change the look of all parts in the [theme editor](/theming/editor/).`,
    [
      ...list(
        'custom properties',
        tokens.map((token) => `\`--antiphon-${token}\``),
      ),
      ...list(
        'parts, as `data-slot`',
        folder.slots.map((slot) => `\`${slot}\``),
      ),
      ...list('state, as attributes', attributes),
    ].join('\n'),
  ].join('\n\n')
}

/** The custom properties that the sheets of a folder read. */
function tokensOf(folder: string): string[] {
  const sheets = readdirSync(pathInRepository(folder)).filter((file) => file.endsWith('.css'))
  const all = sheets.flatMap((file) => [
    ...readRepository(`${folder}/${file}`).matchAll(/var\(--antiphon-([\w-]+)/g),
  ])
  return [...new Set(all.map(([, token]) => token!))].sort()
}

/** Where the sources of a part are. */
function folderOf({ name }: Part): string {
  const folders = [
    'packages/ui/src/components',
    'packages/shell/src',
    'packages/artifacts/src',
    'packages/devtools/src',
    'packages/threads/src',
  ]
  const found = folders
    .flatMap((folder) =>
      readdirSync(pathInRepository(folder), { withFileTypes: true }).map((entry) => ({ folder, entry })),
    )
    .find(
      ({ folder, entry }) =>
        entry.isDirectory() &&
        readdirSync(pathInRepository(`${folder}/${entry.name}`)).some(
          (file) =>
            /\.tsx?$/.test(file) &&
            !/\.(?:test|stories)\./.test(file) &&
            new RegExp(`export (?:function|const) ${name}\\b`).test(
              readRepository(`${folder}/${entry.name}/${file}`),
            ),
        ),
    )
  if (!found) throw new Error(`No source exports ${name}.`)
  return `${found.folder}/${found.entry.name}`
}
