import { parseSync } from 'vite'
import { compat, featureAt, type Feature, type Found, type Use } from './compat.js'

interface Node {
  type: string
  [field: string]: unknown
}

const { builtins } = compat.javascript as Record<string, Feature>

/** A path in the data and what is there, or nothing where the data has no such path. */
function at(path: string): Found | undefined {
  const feature = featureAt(path)
  return feature && { path, feature }
}

/**
 * The interfaces whose objects a chat meets. Others have members with everyday names, such as `GPUDevice.queue`, and an object of ours
 * with such a name would be taken for one of theirs.
 */
const MET =
  /^(?:Abort\w+|Animation|Blob|BroadcastChannel|CSS|Cache(?:Storage)?|Canvas\w*|CaretPosition|Clipboard\w*|Crypto|DOM\w+|DataTransfer\w*|Document\w*|Element|Event\w*|File(?:List|Reader)?|FormData|HTML(?!Geo|Fenced)\w+|Headers|Highlight\w*|IDB(?!Index)\w+|IdleDeadline|InputEvent|IntersectionObserverEntry|KeyboardEvent|Location|Lock\w*|MediaQueryList|MessageChannel|MouseEvent|MutationObserver|Navigator|Node|Performance|PointerEvent|Range|ReadableStream(?:Default\w+)?|Request|ResizeObserver\w*|Response|Screen|Selection|ServiceWorker\w*|ShadowRoot|Storage(?:Manager|Event)?|SubtleCrypto|Text\w*|ToggleEvent|Touch\w*|TransformStream|URL\w*|VisualViewport|WheelEvent|Window|Worker|WritableStream\w*)$/

/** Members of objects by name: `toSorted` leads to that of Array and of all typed arrays. */
const members = new Map<string, Found[]>()
const addMember = (name: string, found: Found): void =>
  void members.set(name, [...(members.get(name) ?? []), found])
for (const [name, holder] of Object.entries(builtins!)) {
  // Iterators have members with everyday names (`take`, `drop`), and the compiler's list of the language, es2023, has none of them.
  if (name === '__compat' || /Iterator|DisposableStack/.test(name)) continue
  for (const [key, feature] of Object.entries(holder as Feature))
    if (String((feature as Feature).__compat?.spec_url).includes('prototype'))
      addMember(key, { path: `javascript.builtins.${name}.${key}`, feature: feature as Feature })
}
for (const [name, holder] of Object.entries(compat.api)) {
  if (!MET.test(name)) continue
  for (const [key, feature] of Object.entries(holder as Feature))
    // `navigator.login` is for logins by the browser, and `login` is an everyday name.
    if (!['__compat', 'login'].includes(key) && !/_(?:static|event)$/.test(key))
      addMember(key, { path: `api.${name}.${key}`, feature: feature as Feature })
}

/** The global of a name, in the language or in the browser. */
const globalOf = (name: string) =>
  at(`javascript.builtins.${name}`) ?? at(`api.${name}`) ?? at(`api.Window.${name}`)

const staticOf = (holder: string, name: string) =>
  at(`javascript.builtins.${holder}.${name}`) ??
  at(`api.${holder}.${name}_static`) ??
  at(`api.${holder}.${name}`)

/** Syntax of regular expressions that is younger than ES2018. */
const PATTERNS: [pattern: RegExp, path: string][] = [
  [/\(\?<[=!]/, 'javascript.regular_expressions.lookbehind_assertion'],
  [/\(\?[ims]*-?[ims]+:/, 'javascript.regular_expressions.modifier'],
  [/\(\?<\w/, 'javascript.regular_expressions.named_capturing_group'],
]
const FLAGS: Record<string, string> = {
  d: 'javascript.builtins.RegExp.hasIndices',
  s: 'javascript.builtins.RegExp.dotAll',
  v: 'javascript.builtins.RegExp.unicodeSets',
}

/** Syntax that is younger than ES2018. */
const SYNTAX: Record<string, (node: Node) => string | undefined> = {
  StaticBlock: () => 'javascript.classes.static.initialization_blocks',
  PropertyDefinition: (node) =>
    node['static'] ? 'javascript.classes.static.class_fields' : 'javascript.classes.public_class_fields',
  PrivateIdentifier: () => 'javascript.classes.private_class_fields',
  PrivateInExpression: () => 'javascript.classes.private_class_fields_in',
  ChainExpression: () => 'javascript.operators.optional_chaining',
  AssignmentExpression: ({ operator }) =>
    ({
      '??=': 'javascript.operators.nullish_coalescing_assignment',
      '||=': 'javascript.operators.logical_or_assignment',
      '&&=': 'javascript.operators.logical_and_assignment',
    })[operator as string],
  VariableDeclaration: ({ kind }) =>
    ({ using: 'javascript.statements.using', 'await using': 'javascript.statements.await_using' })[
      kind as string
    ],
  ImportExpression: ({ options }) =>
    options ? 'javascript.operators.import.options_parameter' : 'javascript.operators.import',
  ImportAttribute: () => 'javascript.statements.import.import_attributes',
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function visit(node: Node, seen: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  seen(node, parent)
  for (const value of Object.values(node).flat()) if (isNode(value)) visit(value, seen, node)
}

const nameOf = (value: unknown): string | undefined =>
  isNode(value) && value.type === 'Identifier' ? (value['name'] as string) : undefined

/** Returns the names that a module gives to things of its own, which are not globals, and those of them that it imports. */
function ownNames(program: Node): { names: Set<string>; imported: Set<string> } {
  const names = new Set<string>()
  const imported = new Set<string>()
  const bind = (pattern: unknown): void => {
    if (!isNode(pattern)) return
    const name = nameOf(pattern)
    if (name) names.add(name)
    for (const key of ['left', 'argument', 'value']) bind(pattern[key])
    for (const key of ['elements', 'properties'])
      for (const one of (pattern[key] as unknown[] | undefined) ?? []) bind(one)
  }
  visit(program, (node) => {
    if (/^Import\w*Specifier$/.test(node.type)) {
      bind(node['local'])
      imported.add(nameOf(node['local'])!)
    }
    if (/^(?:Function|Class)/.test(node.type) || node.type === 'VariableDeclarator') bind(node['id'])
    if (/Function/.test(node.type)) for (const one of (node['params'] as unknown[]) ?? []) bind(one)
    if (node.type === 'CatchClause') bind(node['param'])
  })
  return { names, imported }
}

/** The attributes of an element that a call of JSX makes. */
function* attributesOf(node: Node, where: string): Generator<Use> {
  const [tag, props] = node['arguments'] as Node[]
  if (tag?.type !== 'Literal' || typeof tag['value'] !== 'string' || props?.type !== 'ObjectExpression')
    return
  for (const property of props['properties'] as Node[]) {
    const key = property['key'] as Node | undefined
    const name = (nameOf(key) ?? (key?.['value'] as string | undefined))?.toLowerCase()
    if (!name) continue
    const value = property['value'] as Node
    const attribute = at(`html.elements.${tag['value']}.${name}`) ?? at(`html.global_attributes.${name}`)
    if (!attribute) continue
    yield { anyOf: [attribute], where }
    const word = value.type === 'Literal' ? String(value['value']) : undefined
    const kind = word && tag['value'] !== 'meta' ? at(`${attribute.path}.${word}`) : undefined
    if (kind) yield { anyOf: [kind], where }
  }
}

/** An attribute that a call of `setAttribute` sets. */
function* setAttributeOf(node: Node, where: string): Generator<Use> {
  const [name, value] = (node['arguments'] as Node[]).map((one) =>
    one.type === 'Literal' ? String(one['value']) : '',
  )
  const attribute = at(`html.global_attributes.${name}`)
  if (name && attribute) yield { anyOf: [attribute], where }
  const kind = attribute && value ? at(`${attribute.path}.${value}`) : undefined
  if (kind) yield { anyOf: [kind], where }
}

/**
 * The features that a module uses: syntax, globals, their members, members of objects, and the attributes of elements that JSX makes.
 * Nothing here knows types. A member of some object counts as the oldest that has its name, so `.at` is fine since Array has it.
 * @param withMembers False leaves out the members of objects: a page as a bundler makes it has those of other people's code too.
 */
export function* jsFeatures(text: string, where: string, withMembers = true): Generator<Use> {
  const { program, errors } = parseSync(where, text, { sourceType: 'module' })
  if (errors.length > 0) throw new Error(`${where} is no module: ${errors[0]!.message}`)
  const root = program as unknown as Node
  const { names: own, imported } = ownNames(root)
  const uses: Use[] = []
  const add = (...anyOf: (Found | undefined)[]): void => {
    const known = anyOf.filter((one) => one !== undefined)
    if (known.length > 0) uses.push({ anyOf: known, where })
  }
  visit(root, (node, parent) => {
    const syntax = SYNTAX[node.type]?.(node)
    if (syntax) add(at(syntax))
    const regex = node['regex'] as { pattern: string; flags: string } | undefined
    if (regex) {
      for (const [pattern, path] of PATTERNS) if (pattern.test(regex.pattern)) add(at(path))
      for (const flag of regex.flags) if (FLAGS[flag]) add(at(FLAGS[flag]))
    }
    if (node.type === 'CallExpression') {
      const callee = node['callee'] as Node
      if (/^_?jsxs?$|^createElement$/.test(nameOf(callee) ?? '')) uses.push(...attributesOf(node, where))
      if (nameOf(callee['property']) === 'setAttribute') uses.push(...setAttributeOf(node, where))
    }
    if (node.type === 'MemberExpression' && !node['computed']) {
      const name = nameOf(node['property'])
      const holder = nameOf(node['object'])
      if (!name) return
      if (holder && !own.has(holder) && globalOf(holder) && /^[A-Z]/.test(holder)) add(staticOf(holder, name))
      // A part of an imported module or schema is nothing of the browser's.
      else if (withMembers && !(holder && imported.has(holder))) add(...(members.get(name) ?? []))
    }
    const name = nameOf(node)
    const isKey =
      (parent?.type === 'MemberExpression' && parent['property'] === node && !parent['computed']) ||
      (parent?.['key'] === node && !parent['computed'] && !parent['shorthand'])
    if (name && !isKey && !own.has(name)) add(globalOf(name))
  })
  yield* uses
}
