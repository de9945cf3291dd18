/* Entry of `npm start` and `npm test`. CommonJS and old syntax on purpose: it must still run, and say so, on a Node that is too old. */
'use strict'
var need = [20, 19]
var have = process.versions.node.split('.').map(Number)
if (have[0] < need[0] || (have[0] === need[0] && have[1] < need[1])) {
  console.error(
    'Antiphon needs Node ' +
      need.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      '. Install a current Node from nodejs.org and run the command again.',
  )
  process.exit(1)
}
import('./tasks.mjs')
  .then(function (tasks) {
    return tasks.run(process.argv[2], process.argv.slice(3))
  })
  .catch(function (error) {
    console.error(error && error.message ? error.message : error)
    process.exit(1)
  })
