/** What any schema library offers that follows standardschema.dev: zod, valibot, arktype, effect, … */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    /** Standard JSON Schema: there when the library can write its schemas as JSON Schema. */
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>
    }
  }
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/**
 * JSON Schema as plain data, such as an MCP server sends. `Args` is the type of what it describes; TypeScript cannot
 * read it from the data, so it is the caller's word: `const schema: JsonSchema<{ city: string }> = { … }`.
 *
 * Arguments are checked against it by zod's reader of JSON Schema (drafts 4, 7 and 2020-12). What that reader does not
 * know is offered to the model but NOT checked, and left to the tool: `not`, `if`/`then`/`else`, `dependentSchemas`,
 * `dependentRequired`, `unevaluatedProperties`, `unevaluatedItems`, and references out of the schema or into the middle
 * of it.
 *
 * A schema may be a stranger's, so a `pattern` is never run as a `RegExp`: all its ways are followed at once, in time that
 * grows with the text. Patterns that look around (`(?=`, `(?<!`) or back (`\\1`), that are longer than 1,000 characters,
 * or that are too much work for a text (some 100,000 steps) are not checked either.
 */
export interface JsonSchema<Args = Record<string, unknown>> {
  readonly type?: string
  readonly [keyword: string]: unknown
  /** Carries `Args` for TypeScript. Never there at run time. */
  readonly '~args'?: Args
}

/** What a tool may declare its arguments with. */
export type ToolParameters = StandardSchema | JsonSchema<unknown>

/** What `execute` is given: the output of the schema. */
export type ToolArguments<Parameters> =
  Parameters extends StandardSchema<unknown, infer Output>
    ? Output
    : Parameters extends JsonSchema<infer Args>
      ? unknown extends Args
        ? Record<string, unknown>
        : Args
      : never

export function isStandardSchema(value: unknown): value is StandardSchema {
  // Some libraries make their schemas functions.
  const could = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return could && typeof (value as Partial<StandardSchema>)['~standard']?.validate === 'function'
}
