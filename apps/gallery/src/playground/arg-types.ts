import type { ComponentReference } from '../reference/reference-plugin.js'

/** What Storybook wants to know of a prop. */
export interface ArgType {
  description: string
  type?: { name: 'other'; value: string; required: boolean }
  table: { type: { summary: string }; defaultValue?: { summary: string } }
  control?: { type: 'boolean' | 'text' | 'number' | 'select' } | false
  options?: readonly string[]
}

/** Controls for the props of a component, from what its source says: types, words, defaults. */
export function argTypesOf({ props }: Pick<ComponentReference, 'props'>): Record<string, ArgType> {
  return Object.fromEntries(
    props.map(({ name, type, about, optional }): [string, ArgType] => {
      const options = literalsOf(type)
      const byDefault = /\bDefaults?:? `?([^`.;]+?)`?(?:[.;]|$)/.exec(about)?.[1]
      return [
        name,
        {
          description: about,
          type: { name: 'other', value: type, required: !optional },
          table: { type: { summary: type }, ...(byDefault && { defaultValue: { summary: byDefault } }) },
          ...(options ? { control: { type: 'select' }, options } : { control: controlOf(type) }),
        },
      ]
    }),
  )
}

/** The values of a union of texts. */
function literalsOf(type: string): string[] | undefined {
  const parts = type.split('|').map((part) => part.trim())
  return parts.length > 1 && parts.every((part) => /^'[^']*'$/.test(part))
    ? parts.map((part) => part.slice(1, -1))
    : undefined
}

/** What is no plain value, such as a handler, has no control. */
function controlOf(type: string): ArgType['control'] {
  if (type === 'boolean') return { type: 'boolean' }
  if (type === 'number') return { type: 'number' }
  return type === 'string' || type === 'ReactNode' ? { type: 'text' } : false
}
