interface ZodConfig {
  jitless?: boolean | undefined
}

/**
 * Makes a schema of zod that never makes code out of text. zod asks the browser whether it may when an object schema is made; under
 * a policy without `unsafe-eval`, or with trusted types, to ask is a violation in the log. The setting is one for the whole page, so it
 * is put back at once: schemas of the host are made as the host has it.
 */
export function withoutJit<Schema>(config: (next?: ZodConfig) => ZodConfig, make: () => Schema): Schema {
  const { jitless } = config()
  config({ jitless: true })
  try {
    return make()
  } finally {
    config({ jitless })
  }
}
