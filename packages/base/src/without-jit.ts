interface ZodConfig {
  jitless?: boolean | undefined
}

/**
 * Makes a zod schema that never compiles code from text. For each object schema zod checks whether the browser allows that.
 * Under a policy without `unsafe-eval`, or with trusted types, the check itself is logged as a violation. The setting holds
 * for the whole page, so it is restored at once; the host's schemas keep the host's setting.
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
