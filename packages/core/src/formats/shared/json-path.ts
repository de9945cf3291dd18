export type PathStep = string | number

const NAME = /^[A-Za-z_$][\w$]*$/
const STEP = /^(?:\.?([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\])/

/** `['parts', 1, 'Text', 'a b']` → `parts[1].Text["a b"]`. */
export function formatPath(steps: readonly PathStep[]): string {
  let path = ''
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`
    else if (NAME.test(step)) path += path === '' ? step : `.${step}`
    else path += `[${JSON.stringify(step)}]`
  }
  return path
}

/** The reverse of `formatPath`; undefined for a text that it never writes. */
export function parsePath(path: string): PathStep[] | undefined {
  const steps: PathStep[] = []
  for (let rest = path; rest !== '';) {
    const match = STEP.exec(rest)
    if (!match) return undefined
    if (match[1] !== undefined) steps.push(match[1])
    else if (match[2] !== undefined) steps.push(Number(match[2]))
    else {
      try {
        steps.push(JSON.parse(match[3]!) as string)
      } catch {
        return undefined
      }
    }
    rest = rest.slice(match[0].length)
  }
  return steps.length > 0 ? steps : undefined
}

/** Joins two ways: `messages[1]` and `parts[0]` → `messages[1].parts[0]`. */
export function joinPath(base: string, path: string): string {
  return base === '' || path === '' || path.startsWith('[') ? base + path : `${base}.${path}`
}
