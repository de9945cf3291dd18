// Node as a framework with server components loads the packages: of a module that says 'use client' only the names are known,
// and none of it is run. Used with --conditions react-server, where React has neither hooks nor createContext.
const REFERENCE = `
const reference = (name) => Object.assign(
  () => { throw new Error(name + ' is for the client: a server may render it, and not call it.') },
  { $$typeof: Symbol.for('react.client.reference'), $$id: name })`

/** Names that a module written by tsc exports. */
function namesIn(code) {
  const declared = [...code.matchAll(/^export (?:async )?(?:const|let|class|function\*?) ([\w$]+)/gm)].map(
    ([, n]) => n,
  )
  const listed = [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list]) =>
    list
      .split(',')
      .map((one) => one.trim().split(/ as /).at(-1))
      .filter(Boolean),
  )
  return [...declared, ...listed]
}

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  const code = String(loaded.source ?? '')
  if (!/^\s*(['"])use client\1/.test(code)) return loaded
  const source = namesIn(code).map((name) => `export const ${name} = reference('${name}')`)
  return { ...loaded, source: [REFERENCE, ...source].join('\n') }
}
