// The packages are made of modules, which jest compiles only when it is told to. The first run takes its time for that.
module.exports = {
  testEnvironment: './jest-environment.cjs',
  testTimeout: 60_000,
  transformIgnorePatterns: ['/node_modules/(?!(@antiphon|character-entities)/)'],
}
