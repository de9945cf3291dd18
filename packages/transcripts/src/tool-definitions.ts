import { compact, isRecord, type JsonObject } from '@antiphon/base'
import type { FormatName, ReportLoss } from './types.js'

/** A tool definition in our own field names. */
export interface TranscriptTool {
  name: string
  description?: string
  /** JSON Schema of the arguments. */
  parameters?: unknown
}

/** How a format writes tool definitions beside its messages. */
interface ToolForm {
  /** The shapes that have them. */
  shapes: readonly string[]
  key: string
  /** Name of the field with the schema of the arguments. */
  schema: 'parameters' | 'input_schema'
  /** The key of the object that holds the definition, if the entry wraps it. */
  inside?: 'function'
  /** Other fields of each entry. */
  frame?: JsonObject
}

const ANNOTATIONS = {
  read_only_hint: false,
  destructive_hint: false,
  idempotent_hint: false,
  needs_approval_hint: false,
  supports_streaming_hint: false,
}

const FORMS: Partial<Record<string, ToolForm>> = {
  openai: {
    shapes: ['request'],
    key: 'tools',
    schema: 'parameters',
    inside: 'function',
    frame: { type: 'function' },
  },
  'open-agent-loops': { shapes: ['request'], key: 'tools', schema: 'parameters' },
  agentkit: {
    shapes: ['turn'],
    key: 'available_tools',
    schema: 'input_schema',
    frame: { annotations: ANNOTATIONS, metadata: {} },
  },
  clawtools: { shapes: ['context'], key: 'tools', schema: 'input_schema' },
  anthropic: { shapes: ['request'], key: 'tools', schema: 'input_schema' },
  'openai-responses': {
    shapes: ['request'],
    key: 'tools',
    schema: 'parameters',
    frame: { type: 'function' },
  },
}

/** The key of a format's documents that has the tools, where a shape of it has one. */
export function toolsKey(format: string, shape: string): string | undefined {
  const form = FORMS[format]
  return form?.shapes.includes(shape) ? form.key : undefined
}

/** The tools in the fields around a document's messages. Data beyond name, description and schema is a loss. */
export function readTools(format: string, fields: JsonObject, report: ReportLoss): TranscriptTool[] {
  const form = FORMS[format]
  const list = form && fields[form.key]
  if (!form || !Array.isArray(list)) return []
  return list.flatMap((entry: unknown, i): TranscriptTool[] => {
    const where = `${form.key}[${i}]`
    const body = isRecord(entry) && form.inside ? entry[form.inside] : entry
    if (!isRecord(body) || typeof body.name !== 'string') {
      report('tool_definition', where, entry, undefined)
      return []
    }
    const { name, description, [form.schema]: parameters, ...rest } = body
    const known = Object.keys(form.frame ?? {})
    for (const [key, value] of Object.entries(rest)) {
      const isDefault = known.includes(key) && JSON.stringify(form.frame?.[key]) === JSON.stringify(value)
      if (!isDefault) report('tool_definition', `${where}.${key}`, value, undefined)
    }
    const said = typeof description === 'string' ? description : undefined
    return [compact<TranscriptTool>({ name, description: said, parameters })]
  })
}

/** The tools as a format has them. */
export function writeTools(format: FormatName, tools: readonly TranscriptTool[]): JsonObject[] {
  const { schema, inside, frame = {} } = FORMS[format]!
  return tools.map(({ name, description, parameters = { type: 'object' } }) => {
    // Only OpenAI's wire allows a missing description.
    const said = description ?? (inside ? undefined : '')
    const body = compact({ name, description: said, [schema]: parameters })
    return inside ? { ...frame, [inside]: body } : { ...frame, ...body }
  })
}
