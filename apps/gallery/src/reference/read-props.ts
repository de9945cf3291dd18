import { parseSync } from 'vite'

export interface Prop {
  name: string
  optional: boolean
  type: string
  about: string
}

export interface ComponentProps {
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

/** The components of a file that have a type of props, `XProps` beside the function `X`. */
export function readProps(file: string, text: string): ComponentProps[] {
  const { program, comments } = parseSync(file, text)
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

  return exported.flatMap(({ node }) => {
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
