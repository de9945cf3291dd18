import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

interface Prop {
  name: string
  optional: boolean
  type: string
  about: string
}

interface ComponentProps {
  name: string
  about: string
  extends: string[]
  props: Prop[]
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/**
 * The components of a text: those with a type of props, `XProps` beside the function `X`, those that take none, and the views of
 * tools.
 */
function readProps(text: string): ComponentProps[] {
  const { program, comments } = parseSync('folder.tsx', text)
  const body = (program as unknown as { body: Node[] }).body
  const slice = ({ start, end }: Node): string => text.slice(start, end).replace(/\s+/g, ' ')

  /** The words of the comment that ends right before a place. */
  function about(start: number): string {
    const comment = comments.findLast(({ type, end }) => type === 'Block' && end <= start)
    if (!comment?.value.startsWith('*') || text.slice(comment.end, start).trim() !== '') return ''
    return comment.value
      .replace(/^\*|^\s*\*/gm, '')
      .replace(/\s+/g, ' ')
      .trim()
  }

  const exported = body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined
    return declaration ? [{ start: statement.start, node: declaration as Node }] : []
  })
  const named = (name: string) =>
    exported.find(({ node }) => (node.id as Node | undefined)?.name === name || constName(node) === name)

  return exported.flatMap(({ node, start }) => {
    const alone = withoutProps(node)
    if (alone) return [{ name: alone, about: about(start), extends: [], props: [] }]
    const name = /^([A-Z]\w*)Props$/.exec(((node.id as Node | undefined)?.name as string) ?? '')?.[1]
    const component = name ? named(name) : undefined
    if (!name || !component) return []
    const members = (
      node.type === 'TSInterfaceDeclaration' ? ((node.body as Node).body as Node[]) : membersOf(node)
    ).filter(({ type }) => type === 'TSPropertySignature' || type === 'TSMethodSignature')
    return [
      {
        name,
        about: about(component.start),
        extends:
          node.type === 'TSInterfaceDeclaration'
            ? ((node.extends as Node[] | undefined) ?? []).map(slice)
            : [slice(node.typeAnnotation as Node)],
        props: members.map((member) => ({
          name: slice(member.key as Node),
          optional: Boolean(member.optional),
          type: member.typeAnnotation
            ? slice((member.typeAnnotation as Node).typeAnnotation as Node)
            : slice(member),
          about: about(member.start),
        })),
      },
    ]
  })
}

/** The name of `const X = standsAlone(function X() { … })`, or of `const xView: ToolRenderers[string] = …`. */
function withoutProps(node: Node): string | undefined {
  const [first] = (node.declarations as Node[] | undefined) ?? []
  const { id, init } = (first ?? {}) as { id?: Node; init?: Node | null }
  const [made] = (init?.arguments as Node[] | undefined) ?? []
  const isAlone = made?.type === 'FunctionExpression' && (made.params as Node[]).length === 0
  const type = (id?.typeAnnotation as Node | undefined)?.typeAnnotation as Node | undefined
  const isView = type?.type === 'TSIndexedAccessType'
  return id && (isAlone || isView) ? (id.name as string) : undefined
}

/** `export const X = memo(…)`. */
function constName(node: Node): string | undefined {
  const [first] = (node.declarations as Node[] | undefined) ?? []
  return first ? ((first.id as Node).name as string) : undefined
}

/** `type XProps = { … }`; of anything else the type is shown as written. */
function membersOf(node: Node): Node[] {
  const annotation = node.typeAnnotation as Node | undefined
  return annotation?.type === 'TSTypeLiteral' ? (annotation.members as Node[]) : []
}

export interface ComponentReference {
  name: string
  /** `@antiphon/ui`, `@antiphon/ui/markdown` and so on, where it can be imported from. Absent for inner parts. */
  from?: string
  /** The purpose of the component, from the source. */
  about: string
  /** Types that its props extend, as written. */
  extends: string[]
  props: Prop[]
}

/** Reference data for a folder of components. */
export interface FolderReference {
  components: ComponentReference[]
  slots: string[]
  /** Values of each attribute as written in the source; an ellipsis for a computed value. */
  attributes: Record<string, string[]>
}

const packages = fileURLToPath(new URL('../../../../packages/', import.meta.url))

/** Folders with components by the entry that has them. In a group each component has a folder of its own. */
const groups = { '@antiphon/ui': 'ui/src/components', '@antiphon/shell': 'shell/src' }
const entries = {
  '@antiphon/shell/views': 'shell/src/views',
  ...groups,
  '@antiphon/ui/markdown': 'ui/src/markdown',
  '@antiphon/ui/math': 'ui/src/math',
  '@antiphon/artifacts/react': 'artifacts/src/react',
  '@antiphon/devtools/react': 'devtools/src/react',
  '@antiphon/threads/ui': 'threads/src/ui',
}

/** Every folder of components by its path below packages, read from its source: nothing here is written by hand. */
export function readReference(): Record<string, FolderReference> {
  const folders = Object.values(groups).flatMap((group) =>
    readdirSync(join(packages, group), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${group}/${name}`),
  )
  return Object.fromEntries(
    [...folders, ...Object.values(entries)].map((folder) => [folder, readFolder(folder)]),
  )
}

function readFolder(folder: string): FolderReference {
  const all = readdirSync(join(packages, folder))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|stories)\./.test(file))
    .map((file) => readFileSync(join(packages, folder, file), 'utf8'))
    .join('\n')
  return {
    // As one text: a component and the type of its props may be in two files.
    components: readProps(all).map((props) => ({ ...props, from: publicEntry(folder, props.name) })),
    slots: [...new Set(matches(all, /\b(?:data-)?slot="([\w-]+)"/g))].sort(),
    attributes: attributesOf(all),
  }
}

function publicEntry(folder: string, name: string): string | undefined {
  const [entry, at] = Object.entries(entries).find(([, one]) => `${folder}/`.startsWith(`${one}/`))!
  const index = join(packages, at === 'ui/src/components' ? 'ui/src' : at, 'index.ts')
  return new RegExp(`\\b${name}\\b[^;]*? from '\\.|export const ${name}\\b`).test(readFileSync(index, 'utf8'))
    ? entry
    : undefined
}

function attributesOf(text: string): Record<string, string[]> {
  const found: Record<string, Set<string>> = {}
  for (const [, name, value] of text.matchAll(/\s(data-[a-z-]+)=("[^"]*"|\{)/g)) {
    if (name === 'data-slot') continue
    const values = (found[name!] ??= new Set())
    values.add(value === '{' ? '…' : value!.slice(1, -1))
  }
  return Object.fromEntries(
    Object.entries(found)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, values]) => [name, [...values].filter((value) => value !== '').sort()]),
  )
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap((match) => match.slice(1).filter((part) => part !== undefined))
}
